import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Language } from '@sukoyaka/phrases/language'
import { formatDay, tokyoDay } from '@sukoyaka/rules/time'
import type { ReportKind } from '@sukoyaka/wire/care/report'
import type { PatientScope } from '../../../access/patient-scope.ts'
import { sourceFile } from '../../../config/folders.ts'
import type { AppContext } from '../../../context/app-context.ts'
import { renderDocument } from '../../../documents/render-document.ts'
import { cleanName } from '../../../files/file-name.ts'
import { doctorReport } from '../content/doctor.ts'
import { patientReport } from '../content/patient.ts'
import { wordsIn } from '../content/report-parts.ts'
import { type ReportContent, reportContent } from '../content-store.ts'

type Edition = { kind: ReportKind; language: Language; edition: number; issued_on: string }

const templateOf = (kind: ReportKind) => sourceFile(`domains/report/${kind}.typ`)
const reportOf = (content: ReportContent, kind: ReportKind, language: Language) =>
  kind === 'patient' ? patientReport(content, language) : doctorReport(content, language)

/** A hash of all that a report prints, except the edition and the day of issue. */
export const contentHash = (content: ReportContent, kind: ReportKind, language: Language): Buffer =>
  createHash('sha256')
    .update(JSON.stringify(reportOf(content, kind, language)))
    .digest()

export const renderReport = (content: ReportContent, { kind, language, edition, issued_on }: Edition): Promise<Buffer> => {
  const words = wordsIn(language)
  const { head, ...report } = reportOf(content, kind, language)
  const issue = { issued: words('issued', { day: formatDay(issued_on, language) }), edition: words('edition', { edition }) }
  return renderDocument(templateOf(kind), { ...report, head: { ...head, ...issue } })
}

type Report = { id: number; test_package_id: number; kind: ReportKind; language: Language; edition: number; created_at: string }

/** Makes the PDF and puts it into the file store. The caller inserts its row in `files`. */
export const storeReport = async ({ files, random }: Pick<AppContext, 'files' | 'random'>, scope: PatientScope, report: Report) => {
  const { test_package_id, kind, language, edition, created_at } = report
  const content = await reportContent(scope, test_package_id, language)
  const pdf = await renderReport(content, { kind, language, edition, issued_on: tokyoDay(created_at) })
  const words = wordsIn(language)
  const name = [words(`${kind}.title`), tokyoDay(content.tested_at), words('edition', { edition })].join(' ')
  const key = random(18).toString('hex')
  const { size } = await files.put(key, Readable.from([pdf]))
  const upload = { field: '', key, kind: 'document' as const, content_type: 'application/pdf', name: cleanName(name, 'application/pdf'), size }
  return { upload: { ...upload, width: null, height: null, variants: {} }, content_hash: contentHash(content, kind, language) }
}
