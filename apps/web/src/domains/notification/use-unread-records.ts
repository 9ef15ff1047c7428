import type { UserUnreadRecord } from '@sukoyaka/wire/people/notification'
import { useEffect, useRef, useState } from 'react'
import { useListUserUnreadRecordsQuery, useMarkUnreadRecordReadMutation } from './api.ts'

type RecordType = UserUnreadRecord['record_type']
const keyOf = (type: string, id: number) => `${type} ${id}`

/** Unread records of the signed-in patient. Records keep their mark after reading until the page is left. */
export function useUnreadRecords({ skip }: { skip: boolean }) {
  const { currentData } = useListUserUnreadRecordsQuery({}, { skip })
  const [read] = useMarkUnreadRecordReadMutation()
  const [unread, setUnread] = useState<ReadonlyMap<string, number>>(new Map())
  const reportedIds = useRef(new Set<number>())
  useEffect(() => {
    if (currentData?.items.length)
      setUnread((before) => new Map([...before, ...currentData.items.map(({ id, record_type, record_id }) => [keyOf(record_type, record_id), id] as const)]))
  }, [currentData])
  return {
    isNew: (type: string, record_id: number) => unread.has(keyOf(type, record_id)),
    read: (type: string, record_id: number) => {
      const id = unread.get(keyOf(type, record_id))
      if (id === undefined || reportedIds.current.has(id)) return
      reportedIds.current.add(id)
      // a failed request is not retried; the record is new again on the next visit
      void read({ id })
    },
  }
}

/** Marks the records shown on the page as read, and no others. */
export function useReadRecords(type: RecordType, record_ids: readonly number[], { skip }: { skip: boolean }) {
  const { isNew, read } = useUnreadRecords({ skip })
  const newIds = record_ids.filter((id) => isNew(type, id))
  // biome-ignore lint/correctness/useExhaustiveDependencies: marks each record once
  useEffect(() => {
    for (const id of newIds) read(type, id)
  }, [newIds.join()])
}
