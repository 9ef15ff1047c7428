import type { Language } from '@sukoyaka/phrases/language'
import type { CheckupReport, ReportKind } from '@sukoyaka/wire/care/report'
import { and, desc, eq, gte, ne, sql } from 'drizzle-orm'
import { patientQuery } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { columnsOf } from '../../access/patient-table.ts'
import { files } from '../../database/tables.ts'
import { insertFiles } from '../../files/file-rows.ts'
import type { FileUrlOf } from '../../files/signed-file.ts'
import type { Upload } from '../../files/store-uploads.ts'
import { test_packages } from '../checkup/tables.ts'
import { requirePatient } from '../patient/require-store.ts'
import { reportNumber } from './content/report-parts.ts'
import { checkup_reports } from './tables.ts'

export const ownerOfReports = 'checkup_report'
const maxRows = 1_000
/** A report still in the making after this time counts as failed: its job was lost. */
const lostAfter = sql`interval '30 minutes'`

const columns = () => {
  const { id, user_id, test_package_id, kind, language, edition, created_at } = columnsOf(checkup_reports)
  return {
    ...{ id, user_id, test_package_id, kind, language, edition, created_at },
    state: sql<
      CheckupReport['state']
    >`case when ${checkup_reports.state} = 'making' and ${checkup_reports.created_at} < now() - ${lostAfter} then 'failed' else ${checkup_reports.state} end`,
    tested_at: test_packages.tested_at,
    file_id: checkup_reports.file_id,
    size: files.size,
  }
}

/**
 * Patients see the reports made since the last release of the checkup: none while the release is withdrawn, and afterwards none from before, which may print
 * values that have been corrected since.
 */
const isCurrent = gte(checkup_reports.created_at, test_packages.released_at)

const reportsBy = patientQuery(({ db, rows, own }, key: 'user_id' | 'id') =>
  db
    .select(columns())
    .from(rows(checkup_reports))
    // the user_id condition lets the planner read this patient's checkups only
    .innerJoin(rows(test_packages), and(eq(test_packages.id, checkup_reports.test_package_id), eq(test_packages.user_id, checkup_reports.user_id)))
    .leftJoin(files, eq(files.id, checkup_reports.file_id))
    .where(and(eq(checkup_reports[key], sql.placeholder('value')), own && isCurrent))
    .orderBy(desc(checkup_reports.id))
    .limit(maxRows),
)

type Row = Awaited<ReturnType<ReturnType<typeof reportsBy>['execute']>>[number]
const toReport =
  (urlOf: FileUrlOf) =>
  ({ tested_at, file_id, ...row }: Row): CheckupReport => ({
    ...row,
    number: reportNumber({ tested_at, test_package_id: row.test_package_id }),
    url: row.state === 'ready' && file_id !== null ? urlOf(file_id, 'original') : null,
  })

export const reportsOf = async (scope: PatientScope, user_id: number, urlOf: FileUrlOf): Promise<CheckupReport[]> => {
  await requirePatient(scope, user_id)
  return (await reportsBy(scope, 'user_id').execute({ value: user_id })).map(toReport(urlOf))
}

export const reportOf = async (scope: PatientScope, id: number, urlOf: FileUrlOf): Promise<CheckupReport> =>
  toReport(urlOf)((await reportsBy(scope, 'id').execute({ value: id }))[0]!)

type Issue = { user_id: number; test_package_id: number; kind: ReportKind; language: Language; content_hash: Buffer; created_by: number }

const lockedPackage = patientQuery(({ db, rows }) =>
  db
    .select({ released_at: test_packages.released_at })
    .from(rows(test_packages))
    .where(eq(test_packages.id, sql.placeholder('id')))
    .for('update'),
)
const newestEdition = patientQuery(({ db, rows }) =>
  db
    .select({
      id: checkup_reports.id,
      edition: checkup_reports.edition,
      is_same: sql<boolean>`${checkup_reports.content_hash} = ${sql.placeholder('content_hash')} and ${checkup_reports.language} = ${sql.placeholder('language')}
        and ${checkup_reports.created_at} >= ${sql.placeholder('released_at')}::timestamptz
        and (${checkup_reports.state} = 'ready' or ${checkup_reports.state} = 'making' and ${checkup_reports.created_at} > now() - ${lostAfter})`,
    })
    .from(rows(checkup_reports))
    .where(and(eq(checkup_reports.test_package_id, sql.placeholder('test_package_id')), eq(checkup_reports.kind, sql.placeholder('kind'))))
    .orderBy(desc(checkup_reports.edition))
    .limit(1),
)

/**
 * The id of the newest edition if it has this content and language, was made since the last release and has not failed, else of a new edition. The lock on
 * the checkup keeps two calls from issuing the same edition.
 */
export const issueEdition = async (scope: PatientScope, issue: Issue): Promise<{ id: number; isNew: boolean }> => {
  const [checkup] = await lockedPackage(scope).execute({ id: issue.test_package_id })
  const [newest] = await newestEdition(scope).execute({ ...issue, released_at: checkup?.released_at ?? null })
  if (newest?.is_same) return { id: newest.id, isNew: false }
  const [row] = await scope
    .insert(checkup_reports)
    .values({ ...issue, edition: (newest?.edition ?? 0) + 1 })
    .returning({ id: checkup_reports.id })
  return { id: row!.id, isNew: true }
}

const reportToMake = patientQuery(({ db, rows }) =>
  db
    .select()
    .from(rows(checkup_reports))
    .where(and(eq(checkup_reports.id, sql.placeholder('id')), ne(checkup_reports.state, 'ready'))),
)
/** A report that is still to be made, also after it failed, as its job may be run again; undefined if it is ready or was deleted with its checkup. */
export const unfinishedReport = async (scope: PatientScope, id: number) => (await reportToMake(scope).execute({ id }))[0]

/** Files the PDF of an unfinished report under its patient. Returns the patient; undefined if it is no longer unfinished. */
export const fileReport = async (scope: PatientScope, id: number, upload: Upload, content_hash: Buffer): Promise<number | undefined> => {
  const [report] = await scope
    .update(checkup_reports)
    .set({ state: 'ready', content_hash, made_at: sql`now()` })
    .where(and(eq(checkup_reports.id, id), ne(checkup_reports.state, 'ready')))
    .returning({ user_id: checkup_reports.user_id })
  if (!report) return undefined
  const [file_id] = await insertFiles(scope.db, report.user_id, ownerOfReports, [upload])
  await scope.update(checkup_reports).set({ file_id: file_id! }).where(eq(checkup_reports.id, id))
  return report.user_id
}

/** Marks a report in the making as failed. Returns as `fileReport`. */
export const failReport = async (scope: PatientScope, id: number): Promise<number | undefined> => {
  const [report] = await scope
    .update(checkup_reports)
    .set({ state: 'failed' })
    .where(and(eq(checkup_reports.id, id), eq(checkup_reports.state, 'making')))
    .returning({ user_id: checkup_reports.user_id })
  return report?.user_id
}

const openReport = patientQuery(({ db, rows, own }) =>
  db
    .select({ id: checkup_reports.id })
    .from(rows(checkup_reports))
    .innerJoin(rows(test_packages), eq(test_packages.id, checkup_reports.test_package_id))
    .where(and(eq(checkup_reports.file_id, sql.placeholder('file_id')), own && isCurrent)),
)
export const isReportOpen = async (scope: PatientScope, file_id: number): Promise<boolean> => (await openReport(scope).execute({ file_id })).length > 0
