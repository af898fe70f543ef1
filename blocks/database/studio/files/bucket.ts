/** A bucket as the storage service describes it to the tenant's owner and staff. Sizes are in bytes. */
export interface Bucket {
  id: string
  name: string
  public: boolean
  file_size_limit: number | null
  allowed_mime_types: string[] | null
  /** Present if each member has a folder. */
  member_folders?: true
  /** Absent without an audience. */
  read_audience_id?: string
  updated_at: string
}

/** Settings of a bucket that a request changes; those that are absent stay. */
export interface BucketChange {
  public?: boolean
  file_size_limit?: number | null
  allowed_mime_types?: string[] | null
  member_folders?: boolean
  read_audience_id?: string | null
}

/** A file or a folder in a list; a folder has only a name. */
export interface StoredEntry {
  name: string
  id: string | null
  updated_at: string | null
  metadata: { size?: number; mimetype?: string } | null
}
