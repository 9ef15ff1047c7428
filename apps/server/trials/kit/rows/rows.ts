import { sql } from 'drizzle-orm'
import type { RowsTarget } from './target.ts'

/** Adds rows to every record list, with the patient's canary in their free texts. */
export const addRecordLists = async (testApp: RowsTarget, user_id: number, canary: string) => {
  const insertRows = async (query: ReturnType<typeof sql>) => (await testApp.context.db.execute<{ id: number }>(query)).rows.map(({ id }) => Number(id))
  return {
    allergy_reactions: await insertRows(
      sql`insert into allergy_reactions (user_id, kind, is_occured, description) select ${user_id}, kind, true, ${canary} from unnest(array['medicine', 'asthma', 'atopic', 'food']) kind returning id`,
    ),
    past_illnesses: await insertRows(
      sql`insert into past_illnesses (user_id, disease_id, diagnosed_on, detail) select ${user_id}, min(id), '2019', ${canary} from diseases, generate_series(1, 8) n group by n returning id`,
    ),
    family_past_illnesses: await insertRows(
      sql`insert into family_past_illnesses (user_id, disease_id, relative, diagnosed_age) select ${user_id}, min(id), 'father', 60 from diseases, generate_series(1, 8) n group by n returning id`,
    ),
    performed_operations: await insertRows(
      sql`insert into performed_operations (user_id, name, facility, detail) select ${user_id}, ${canary}, ${canary}, ${canary} from generate_series(1, 8) returning id`,
    ),
    medicine_intakes: await insertRows(
      sql`insert into medicine_intakes (user_id, medicine_id, name, memo) select ${user_id}, case when n = 1 then (select min(id) from medicines) end, case when n > 1 then ${canary} end, ${canary} from generate_series(1, 8) n returning id`,
    ),
    supplement_intakes: await insertRows(
      sql`insert into supplement_intakes (user_id, supplement_id, name, memo) select ${user_id}, case when n = 1 then (select min(id) from supplements) end, case when n > 1 then ${canary} end, ${canary} from generate_series(1, 8) n returning id`,
    ),
  }
}

type ImageOwner = { package_id: number; unreleased_id: number; canary: string; secret: string }
/** Image results: one released, one unreleased, and some to delete. Their files are never opened here. */
export const addImages = async (db: RowsTarget['context']['db'], user_id: number, { package_id, unreleased_id, canary, secret }: ImageOwner) => {
  const results = async (finding: string, test_package_id: number, count: number) =>
    (
      await db.execute<{ id: number }>(
        sql`insert into test_results (user_id, category_id, test_package_id, recorded_at, type, origin, finding) select ${user_id}::bigint, (select min(id) from result_categories where type = 1), ${test_package_id}::bigint, '2026-01-10T00:00:00Z', 1, ${finding}, ${finding} from generate_series(1, ${count}) returning id`,
      )
    ).rows.map(({ id }) => Number(id))
  const pictures = async (test_result_id: number, name: string, count: number) =>
    (
      await db.execute<{ id: number }>(
        sql`with f as (insert into files (user_id, owner, key, kind, content_type, name, size, width, height) select ${user_id}::bigint, 'test_result', md5(random()::text || n), 'image', 'image/jpeg', ${name}, 1, 1, 1 from generate_series(1, ${count}) n returning id)
          insert into test_result_images (test_result_id, file_id) select ${test_result_id}::bigint, id from f returning id`,
      )
    ).rows.map(({ id }) => Number(id))
  const [image_result_id, ...spare_image_result_ids] = await results(canary, package_id, 40)
  const [hidden] = await results(secret, unreleased_id, 1)
  await pictures(hidden!, secret, 1)
  return { image_result_id: image_result_id!, spare_image_result_ids, image_ids: await pictures(image_result_id!, canary, 30) }
}

/** Adds a questionnaire with its data entry request, FHIR imports, tasks, urgent contacts, and items and reviews of the board. */
export const addWork = async (db: RowsTarget['context']['db'], user_id: number, staff_id: number, interview_id: number, canary: string) => {
  const ids = async (query: ReturnType<typeof sql>) => (await db.execute<{ id: number }>(query)).rows.map(({ id }) => Number(id))
  await db.execute(
    sql`insert into today_items (user_id, section, version, at, rank, shown_from) select ${user_id}, section, '2026-01-10T00:00:00Z', '2026-01-10T00:00:00Z', 0, '2026-01-10T00:00:00Z' from unnest(array['newly_abnormal', 'no_data']) section`,
  )
  const draft = JSON.stringify({ 'symptoms.headache': { value: 1 }, 'allergy_reactions.food': { value: true, description: canary } })
  const [questionnaire_id] = await ids(
    sql`insert into questionnaires (user_id, answers, version, created_by) values (${user_id}, ${draft}::jsonb, 1, ${staff_id}) returning id`,
  )
  const [request_id] = await ids(
    sql`insert into data_entry_requests (patient_id, kind, parts, due_on, note, questionnaire_id, requested_by) values (${user_id}, 'questionnaire', '{symptoms}', '2040-01-10', ${canary}, ${questionnaire_id!}, ${staff_id}) returning id`,
  )
  return {
    requested: {
      questionnaire_id: questionnaire_id!,
      request_id: request_id!,
      fhir_import_ids: await ids(
        sql`insert into fhir_imports (user_id, name, entries, created_by) select ${user_id}, ${canary}, '[]', ${staff_id} from generate_series(1, 90) returning id`,
      ),
    },
    task_ids: await ids(
      sql`insert into tasks (user_id, content, due_on, assignee_id, interview_id, created_by) select ${user_id}, ${canary}, '2026-01-10', ${staff_id}, ${interview_id}, ${staff_id} from generate_series(1, 40) returning id`,
    ),
    contact_ids: await ids(
      sql`insert into urgent_contacts (user_id, version, outcome, contacted_at, contacted_by, created_by) select ${user_id}, '2026-01-10T00:00:00Z', 'not_reached', '2026-01-10T00:00:00Z', ${staff_id}, ${staff_id} from generate_series(1, 40) n returning id`,
    ),
    review_ids: await ids(
      sql`insert into today_reviews (user_id, section, subject_id, version, reviewed_by) select ${user_id}, 'waiting_release', n, '2026-01-10T00:00:00Z', ${staff_id} from generate_series(1, 40) n returning id`,
    ),
  }
}

/** Imports in each of the states uploaded, checked and applied. */
export const addImports = async ({ context: { db }, staff }: RowsTarget) => {
  const addState = async (state: string) => {
    const { rows } = await db.execute<{ id: number }>(sql`
      insert into results_imports (user_id, name, file_name, size, received, columns, mapping, state)
      select ${staff.nurse.id}, 'kenshin', 'kenshin.csv', 999, 3, '[{"header": "a", "unit": "", "code": "", "samples": []}]',
        '[{"at": 0, "field": null, "category_id": null, "unit": null, "source": "none", "is_unit_guessed": false}]', ${state} from generate_series(1, 150) returning id`)
    const ids = rows.map(({ id }) => Number(id))
    await db.execute(sql`insert into import_rows (import_id, line, cells, outcome) select i, 2, '["x"]', 'refused' from unnest(${sql.param(ids)}::bigint[]) i`)
    return ids
  }
  return { uploaded: await addState('uploaded'), checked: await addState('checked'), applied: await addState('applied') }
}

/** Ids of the kartes of one author, with their images and drafts. */
export type KarteIds = { kartes: number[]; images: number[]; drafts: number[]; draft_images: number[] }

/** Adds kartes and drafts of each author; the first of each has images. Requests delete them, and the images, one at a time. */
export const addKartes = async (db: RowsTarget['context']['db'], user_id: number, authors: number[], canary: string) => {
  const ids = async (query: ReturnType<typeof sql>) => (await db.execute<{ id: number }>(query)).rows.map(({ id }) => Number(id))
  const pictures = (ownerColumn: 'karte_id' | 'draft_id', id: number, count: number) =>
    ids(
      sql`with f as (insert into files (user_id, owner, key, kind, content_type, name, size, width, height) select ${user_id}::bigint, 'karte', md5(random()::text || n), 'image', 'image/jpeg', ${canary}, 1, 1, 1 from generate_series(1, ${count}) n returning id)
        insert into karte_images (${sql.identifier(ownerColumn)}, file_id) select ${id}::bigint, id from f returning id`,
    )
  const kartesByAuthor: Record<string, KarteIds> = {}
  for (const author_id of authors) {
    const kartes = await ids(
      sql`insert into kartes (user_id, author_id, memo, memo_search) select ${user_id}::bigint, ${author_id}::bigint, ${canary}, ${canary} from generate_series(1, 20) returning id`,
    )
    await db.execute(sql`insert into karte_versions (karte_id, author_id, memo) values (${kartes[0]}, ${author_id}, ${canary})`)
    const drafts = await ids(
      sql`insert into karte_drafts (author_id, user_id, place, memo) select ${author_id}::bigint, ${user_id}::bigint, 'karte:' || n, ${canary} from generate_series(1, 20) n returning id`,
    )
    kartesByAuthor[author_id] = { kartes, images: await pictures('karte_id', kartes[0]!, 18), drafts, draft_images: await pictures('draft_id', drafts[0]!, 18) }
  }
  return kartesByAuthor
}

/** Templates per author to delete, one per request. */
export const addTemplates = async ({ context: { db }, staff }: RowsTarget): Promise<Record<number, number[]>> => {
  const { rows } = await db.execute<{ id: number; author_id: number }>(
    sql`insert into karte_templates (author_id, name, body) select a, n::text, 'x' from unnest(${sql.param(Object.values(staff).map(({ id }) => id))}::bigint[]) a, generate_series(1, 20) n returning id, author_id`,
  )
  const templatesByOwner: Record<number, number[]> = {}
  for (const { id, author_id } of rows) templatesByOwner[author_id] = [...(templatesByOwner[author_id] ?? []), Number(id)]
  return templatesByOwner
}

/** Adds a move, a facility and a video to this interview, and further interviews to delete. */
export const addInterviews = async (
  db: RowsTarget['context']['db'],
  user_id: number,
  interview_id: number,
  staff_id: number,
  canary: string,
): Promise<number[]> => {
  await db.execute(
    sql`insert into interview_moves (interview_id, conducted_at, moved_to, reason, moved_by) values (${interview_id}, '2026-01-11T05:00:00Z', '2026-01-12T05:00:00Z', ${canary}, ${staff_id})`,
  )
  await db.execute(sql`update interviews set facility_id = (select min(id) from facilities) where id = ${interview_id}`)
  await db.execute(sql`with f as (insert into files (user_id, owner, key, kind, content_type, name, size) values (${user_id}, 'interview_videos', md5(random()::text), 'video', 'video/webm', ${canary}, 1) returning id)
    insert into interview_videos (interview_id, file_id) select ${interview_id}, id from f`)
  const { rows } = await db.execute<{ id: number }>(
    sql`insert into interviews (interviewee_id, kind, name, conducted_at, ends_at, meeting_type) select ${user_id}, 'other', ${canary}, '2020-01-01T00:00:00Z'::timestamptz + n * interval '1 day', '2020-01-01T00:30:00Z'::timestamptz + n * interval '1 day', 'other' from generate_series(1, 150) n returning id`,
  )
  return rows.map(({ id }) => Number(id))
}
