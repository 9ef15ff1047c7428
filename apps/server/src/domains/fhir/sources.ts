import type { Role } from '@sukoyaka/wire/access'
import { auditSources } from './source/audit-event-store.ts'
import { careSources } from './source/care-store.ts'
import { measuredSources } from './source/measured-store.ts'
import { medicalHistorySources } from './source/medical-history-store.ts'
import { peopleSources } from './source/people-store.ts'
import type { ResourceType, Source } from './source/source.ts'

export const sources: readonly Source[] = [...peopleSources, ...medicalHistorySources, ...measuredSources, ...careSources, ...auditSources]

export const resourceTypes: readonly ResourceType[] = [...new Set(sources.map(({ type }) => type))]

/** The sources of a type; none if there is no such type. */
export const sourcesOf = (type: string): readonly Source[] => sources.filter((source) => source.type === type)

export const isAllowed = ({ allows }: Source, role: Role) => allows === undefined || allows(role)

export const keyOf = ({ type, prefix }: Source) => `${type} ${prefix}`
export const sourceByKey = new Map(sources.map((source) => [keyOf(source), source]))

/** The source and the row of a resource's id; undefined if no resource can have this id. */
export const locate = (type: string, id: string): { source: Source; row_id: string } | undefined => {
  const [, prefix = '', row_id] = /^(?:([a-z]+)-)?([1-9]\d{0,14})$/.exec(id) ?? []
  const source = row_id === undefined ? undefined : sourcesOf(type).find((item) => item.prefix === prefix)
  return source && { source, row_id: row_id! }
}
