import type { Permission } from '@sukoyaka/wire/access'
import type { RequestIds } from '../rows/records.ts'

/**
 * What is requested: an object of the patient Hanako (`own`), of the patient Taro (`others`), an object that does not exist (`absent`), a checkup of Hanako
 * that is not released (`unreleased`), a member of staff as if a patient (`staff`), or a list of both patients (`swapped`).
 */
export const relations = ['own', 'others', 'absent', 'unreleased', 'staff', 'swapped'] as const
export type Relation = (typeof relations)[number]

type RequestData = { url: string; body?: unknown }
/** A request definition (`test/contract/calls`) as the trials send it. */
export type Call = {
  /** The request for this relation; undefined if the call has no such relation. */
  send: (relation: Relation, records: RequestIds, caller_id: number) => RequestData | undefined
  /** Outside the scope: `named` returns 404, `list` omits the rows, `context` names no patient. */
  kind: 'named' | 'list' | 'context'
  /** Permission for another person's object, where it differs from the endpoint's. */
  others: Permission | undefined
  /** Status for permitted callers. */
  goodStatus: number
  /** Keys that a read may return. */
  reply: string[]
  isStream: boolean
  isFile: boolean
  endsSession: boolean
}
