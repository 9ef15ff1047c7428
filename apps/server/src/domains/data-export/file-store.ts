import { sql } from 'drizzle-orm'
import { patientQuery } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { rawQuery } from '../../database/prepared.ts'
import { files } from '../../database/tables.ts'
import { iconKeyIn } from '../../files/icon-url.ts'
import { users } from '../account/tables.ts'
import { test_packages, test_results } from '../checkup/tables.ts'
import { test_result_images } from '../imaging/tables.ts'
import { message_files, messages } from '../message/tables.ts'
import { patients } from '../patient/tables.ts'
import { checkup_reports } from '../report/tables.ts'

/** The profile picture is not a row of `files`: it has no id, and its size and day are not stored. */
export type OwnFile = {
  id: number | null
  key: string
  name: string
  size: number | null
  folder: 'profile' | 'images' | 'messages' | 'reports'
  day: string | null
}

const ownIcon = patientQuery(({ from }) =>
  rawQuery<{ icon: string }>(sql`select u.icon from ${from(patients, 'p')} join ${users} u on u.id = p.user_id where u.icon is not null`),
)

/** Images and videos of results, reports of checkups, and attachments of messages. What belongs to a checkup is included only after its release. */
const ownFiles = patientQuery(({ from }) =>
  rawQuery<OwnFile>(sql`
    select f.id::int8, f.key, f.name, f.size::float8 as size, x.folder, to_char(x.at at time zone 'Asia/Tokyo', 'YYYY-MM-DD') as day
    from (
      select m.file_id, 'images' as folder, r.recorded_at as at
      from ${from(test_result_images, 'm')} join ${from(test_results, 'r')} on r.id = m.test_result_id
        left join ${from(test_packages, 'p')} on p.id = r.test_package_id and p.user_id = r.user_id
      where r.test_package_id is null or p.released_at is not null
      union all
      select d.file_id, 'messages', m.published_at from ${from(message_files, 'd')} join ${from(messages, 'm')} on m.id = d.message_id where m.deleted_at is null
      union all
      select c.file_id, 'reports', p.tested_at from ${from(checkup_reports, 'c')} join ${from(test_packages, 'p')} on p.id = c.test_package_id
      where c.state = 'ready' and c.created_at >= p.released_at
    ) x join ${files} f on f.id = x.file_id
    order by x.folder, x.at, f.id`),
)

export const filesOf = async (scope: PatientScope): Promise<OwnFile[]> => {
  const [person] = await ownIcon(scope).execute()
  const key = person && iconKeyIn(person.icon)
  const stored = await ownFiles(scope).execute()
  return key ? [{ id: null, key, name: 'picture.webp', size: null, folder: 'profile', day: null }, ...stored] : stored
}
