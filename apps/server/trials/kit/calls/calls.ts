import type { Permission } from '@sukoyaka/wire/access'
import type { Endpoint } from '@sukoyaka/wire/endpoint'
import { calls as contractCalls, separateCalls } from '../../../test/contract/calls/all.ts'
import type { Call as ContractCall, SeparateIds } from '../../../test/contract/calls/call.ts'
import { Multipart } from '../../../test/contract/calls/multipart.ts'
import type { Row } from '../../../test/contract/permissions.ts'
import { Form } from '../../../test/form.ts'
import { absentSubject, type RequestIds, type Subject } from '../rows/records.ts'
import type { Call, Relation } from './call.ts'
import { idsOf } from './ids.ts'

/** Replacements for bodies of the request definitions that some roles may not send. */
const overrides: Record<string, Partial<ContractCall<SeparateIds>>> = {
  // patients may only send suggested dates
  'PUT /api/test_packages/{id}': { body: () => ({ suggested_datetimes_attributes: [] }) },
}

/** Permissions of the rows that `others` and `asAuthor` name. */
const permissions: Partial<Record<Row, Permission>> = {
  'profile, address': 'profile.write',
  'write pins, reminders, data entry requests': 'coordination.write',
}
const permissionOf = (row: Row): Permission => {
  const permission = permissions[row]
  if (!permission) throw new Error(`no permission is defined for ${row}`)
  return permission
}

const subjectOf = (relation: Relation, { hanako, taro, colleague }: RequestIds): Subject | undefined => {
  if (relation === 'own') return hanako
  if (relation === 'others') return taro
  if (relation === 'absent') return absentSubject
  if (relation === 'staff') return { ...absentSubject, user_id: colleague.id }
  return undefined
}

/** The ids that a call is sent with; undefined if it has no such relation. */
const idsFor = (call: ContractCall<SeparateIds>, relation: Relation, records: RequestIds, caller_id: number): SeparateIds | undefined => {
  const { hanako, taro } = records
  if (call.target === 'none') return relation === 'own' ? { ...idsOf(hanako, records, caller_id), user: caller_id || 1 } : undefined
  if (relation === 'swapped') return call.target === 'list' ? { ...idsOf(hanako, records, caller_id), users: [hanako.user_id, taro.user_id] } : undefined
  if (relation === 'unreleased') return call.isHiddenUntilRelease ? { ...idsOf(hanako, records, caller_id), package: hanako.unreleased_id } : undefined
  const subject = relation === 'staff' && call.isHiddenUntilRelease ? undefined : subjectOf(relation, records)
  return subject && idsOf(subject, records, caller_id)
}

const formOf = ({ fields, files }: Multipart) =>
  new Form(...fields.map(([name, value]) => ({ name, value })), ...files.map((file) => ({ ...file, type: 'application/octet-stream' })))

const kinds = { person: 'named', list: 'list', none: 'context' } as const

const derive = (call: ContractCall<SeparateIds>): Call => {
  const others = call.others ?? call.asAuthor
  return {
    send: (relation, records, caller_id) => {
      const ids = idsFor(call, relation, records, caller_id)
      if (!ids) return undefined
      const url = call.path(ids)
      const body = call.body?.(ids)
      return { url, ...(body && { body: body instanceof Multipart ? formOf(body) : body }) }
    },
    kind: kinds[call.target],
    others: others && permissionOf(others),
    goodStatus: call.good,
    reply: call.reply ?? [],
    isStream: call.isStream ?? false,
    isFile: call.isFile ?? false,
    endsSession: call.endsSession ?? false,
  }
}

/** Requests for every endpoint of the contract, by method and path. S-4 and the matrix fail if an endpoint is missing. */
export const calls: Record<string, Call> = Object.fromEntries(
  Object.entries({ ...contractCalls, ...separateCalls }).map(([key, call]) => [key.replace(/\{(\w+)\}/g, ':$1'), derive({ ...call, ...overrides[key] })]),
)

export const keyOf = ({ method, path }: Endpoint) => `${method} ${path}`

export const callOf = (endpoint: Endpoint): Call => {
  const call = calls[keyOf(endpoint)]
  if (!call) throw new Error(`no request is defined for ${keyOf(endpoint)}`)
  return call
}
