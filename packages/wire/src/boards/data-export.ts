import Type, { type Static } from 'typebox'
import { ById, endpoint, Id, InputObject, Instant, Items, Nothing, Nullable, OneOf } from '../endpoint.ts'
import { OldPassword } from '../people/account.ts'

/** Days after which the files of an export are deleted. */
export const dataExportDays = 7
export const dataExportStatuses = ['waiting', 'running', 'done', 'failed'] as const

export type DataExport = Static<typeof DataExport>
/** A copy of everything the patient may see. `parts` are its ZIP files, once it is done. */
export const DataExport = Type.Object({
  id: Id,
  status: OneOf(dataExportStatuses),
  /** Percent. */
  progress: Type.Integer(),
  parts: Type.Array(Type.Object({ name: Type.String(), size: Type.Integer(), address: Type.String() })),
  created_at: Instant,
  expires_at: Nullable(Instant),
})

const example = {
  id: 1,
  status: 'done',
  progress: 100,
  parts: [{ name: 'sukoyaka-2026-11-20.zip', size: 1_482_331, address: '/files/1c-o-2-…' }],
  created_at: '2026-11-20T01:02:03.000Z',
  expires_at: '2026-11-27T01:02:30.000Z',
} as const

export const listDataExports = endpoint({
  method: 'GET',
  path: '/api/data_exports',
  permission: 'data_exports.own',
  summary: 'Read the caller’s export of their data: one or none',
  description: 'The addresses of `parts` are valid for a few minutes, for the caller only.',
  reply: Items(DataExport),
  example: { reply: { items: [example] } },
})

export const startDataExport = endpoint({
  method: 'POST',
  path: '/api/data_exports',
  permission: 'data_exports.own',
  summary: 'Start an export of everything the caller may see',
  description: `A job makes the ZIP files and sends a mail; they are deleted after ${dataExportDays} days. An earlier export is replaced, or returned if it is not finished. The password is required unless the session is younger than 10 minutes. Max 5 a day.`,
  body: InputObject({ old_password: Type.Optional(OldPassword) }),
  reply: DataExport,
  status: 201,
  errors: ['password_wrong', 'too_many'],
  example: { body: { old_password: 'asano-sanpo-30pun' } },
  changes: ['data_exports'],
  audience: 'caller',
})

export const removeDataExport = endpoint({
  method: 'DELETE',
  path: '/api/data_exports/:id',
  permission: 'data_exports.own',
  summary: 'Delete an export with its files, or stop one that is being made',
  params: ById,
  reply: Nothing,
  status: 204,
  changes: ['data_exports'],
  audience: 'caller',
})
