-- Has a message, on one device or any, a delivery that is not counted?
SELECT 1 FROM delivery_fact AS f
WHERE f.message_ref = ?1 AND {{is_on_device}} AND NOT {{is_counted coalesce(f.cohort_at, f.base_ms)}} LIMIT 1;
