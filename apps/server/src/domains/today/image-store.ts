import type { FollowUpKind } from '@sukoyaka/wire/record/imaging'
import { sql } from 'drizzle-orm'
import { patientQuery } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { toIso } from '../../database/columns.ts'
import { idList, rawQuery } from '../../database/prepared.ts'
import { test_results } from '../checkup/tables.ts'

export type WaitingImage = {
  user_id: number
  id: number
  category_id: number
  recorded_at: string
  status: number | null
  follow_up_kind: FollowUpKind | null
  follow_up_on: string | null
  is_follow_up_done: boolean
  has_newer: boolean
  updated_at: string
}

const waitingImages = patientQuery(({ from }) =>
  rawQuery<WaitingImage>(sql`
    select i.user_id, i.id, i.category_id, i.recorded_at, i.status, i.follow_up_kind, i.follow_up_on::text, i.is_follow_up_done, i.updated_at,
      exists (select from ${from(test_results, 'n')} where n.user_id = i.user_id and n.category_id = i.category_id and n.recorded_at > i.recorded_at) as has_newer
    from ${from(test_results, 'i')}
    where i.user_id = any(${idList('user_ids')}) and i.type in (1, 2) and (i.status is null or (i.follow_up_on is not null and not i.is_follow_up_done))`),
)

/** Images and videos that are not read or whose follow-up is not done. `has_newer`: the category has a newer result. */
export const waitingImagesOf = async (scope: PatientScope, user_ids: number[]): Promise<WaitingImage[]> => {
  const rows = await waitingImages(scope).execute({ user_ids })
  return rows.map((row) => ({ ...row, recorded_at: toIso(row.recorded_at), updated_at: toIso(row.updated_at) }))
}
