import Type, { type Static } from 'typebox'
import { endpoint, Id, InputObject, Instant, Items, Nullable, OneOf, UserId } from '../endpoint.ts'

/** For the patient in plain words, or for a doctor with all values and the ranges of that day. */
export const reportKinds = ['patient', 'doctor'] as const
export type ReportKind = (typeof reportKinds)[number]
export const reportStates = ['making', 'ready', 'failed'] as const
export const reportLanguages = ['ja', 'en', 'kr'] as const

export type CheckupReport = Static<typeof CheckupReport>
export const CheckupReport = Type.Object({
  id: Id,
  user_id: Id,
  test_package_id: Id,
  kind: OneOf(reportKinds),
  language: OneOf(reportLanguages),
  /** Counted per checkup and kind, from 1. */
  edition: Type.Integer(),
  /** As printed on the report. */
  number: Type.String(),
  state: OneOf(reportStates),
  /** Signed URL of the PDF for the caller, valid for 5 to 10 minutes; null unless the state is `ready`. */
  url: Nullable(Type.String()),
  /** Bytes. */
  size: Nullable(Type.Integer()),
  created_at: Instant,
})

export const listCheckupReports = endpoint({
  method: 'GET',
  path: '/api/checkup_reports',
  permission: 'patient.read',
  summary: 'List the reports of a patient’s checkups, newest first',
  description: 'Max 1,000. Patients get those of released checkups only.',
  query: UserId,
  reply: Items(CheckupReport),
  example: { query: { user_id: 1 } },
})

export const makeCheckupReport = endpoint({
  method: 'POST',
  path: '/api/checkup_reports',
  permission: 'reports.write',
  summary: 'Issue the report of a released checkup as PDF',
  description:
    'A job makes the PDF; a change of `checkup_reports` is published when it is ready. If the newest edition has the same content in the same language, replies with that edition; otherwise the next edition is issued. 422 for a checkup without released results, 429 after 60 editions in an hour.',
  body: InputObject({ test_package_id: Id, kind: OneOf(reportKinds), language: Type.Optional(OneOf(reportLanguages)) }),
  reply: CheckupReport,
  status: 201,
  example: { body: { test_package_id: 1, kind: 'patient' } },
  changes: ['checkup_reports'],
})
