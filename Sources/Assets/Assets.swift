/// The texts that are compiled into the program: stored queries and report templates.
package enum Assets {}
