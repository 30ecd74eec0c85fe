package import SQLite

/// The public views that questions read by pages, where the ledger can be read so.
package enum LedgerRelations {
  package static let all = [
    QueryTable(PublicView.deliveries.name) { access in
      guard try TableScan("delivery", of: access.database) != nil else { return nil }
      return try DeliveryRelation(access)
    },
    QueryTable(MessageRelation.view.name) { access in
      guard try TableScan("repeat", of: access.database) != nil else { return nil }
      return try MessageRelation(access)
    },
    QueryTable(CampaignRelation.view.name) { access in
      guard try TableScan("delivery", of: access.database) != nil else { return nil }
      return try CampaignRelation(access)
    },
    QueryTable(DeviceRelation.view.name) { access in
      guard try TableScan("delivery", of: access.database) != nil else { return nil }
      return try DeviceRelation(access)
    },
  ]
}
