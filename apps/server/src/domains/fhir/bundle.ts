import type { Bundle, BundleEntry, Resource } from '@medplum/fhirtypes'
import { apiError } from '../../errors/api-error.ts'
import type { Position } from './resource-store.ts'

export const mediaType = 'application/fhir+json; charset=utf-8'

export const entryOf = (base: string, resource: Resource, mode: 'match' | 'include' = 'match'): BundleEntry => ({
  fullUrl: `${base}/${resource.resourceType}/${resource.id}`,
  resource,
  search: { mode },
})

export const searchBundle = (entries: BundleEntry[], links: { self: string; next: string | undefined }): Bundle => ({
  resourceType: 'Bundle',
  type: 'searchset',
  link: [{ relation: 'self', url: links.self }, ...(links.next ? [{ relation: 'next', url: links.next }] : [])],
  ...(entries.length && { entry: entries }),
})

/** The position after a page, as a text for the URL. */
export const cursorOf = ({ time, place, id }: Position) => Buffer.from(JSON.stringify([time, place, id])).toString('base64url')

export const readCursor = (cursor: string | undefined): Position | undefined => {
  if (cursor === undefined) return undefined
  try {
    const [time, place, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')) as unknown[]
    const isValid = typeof time === 'string' && !Number.isNaN(Date.parse(time)) && Number.isInteger(place) && Math.abs(place as number) < 100
    if (isValid && Number.isSafeInteger(id)) return { time: time as string, place: place as number, id: id as number }
  } catch {
    // falls through to the error below
  }
  throw apiError('malformed', { name: '_cursor' })
}
