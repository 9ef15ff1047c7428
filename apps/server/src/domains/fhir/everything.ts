import type { getEverything } from '@sukoyaka/wire/boards/fhir'
import type { Input } from '@sukoyaka/wire/endpoint'
import { entryOf } from './bundle.ts'
import { pageById } from './resource-store.ts'
import type { Reader } from './search.ts'
import { type Interval, intervalOf } from './search-date.ts'
import { isAllowed, sources } from './sources.ts'

const pageSize = 250

/** The resources of a patient that the caller may read and asks for, page by page. */
async function* resourcesOf(reader: Reader, { id, _type }: Input<typeof getEverything>, updated: Interval) {
  const types = _type?.split(',')
  const filter = { date: { from: null, to: null }, updated, codes: null, categories: null }
  for (const source of sources) {
    if (source.isShared || !isAllowed(source, reader.role) || !reader.isTypeAllowed(source.type) || (types && !types.includes(source.type))) continue
    let after_id = 0
    for (;;) {
      const rows = await pageById(reader.scope, source, { patient_id: id, after_id, limit: pageSize }, filter)
      if (rows.length) yield rows.map((row) => source.toResource(row, reader.mapping))
      if (rows.length < pageSize) break
      after_id = rows.at(-1)!.id
    }
  }
}

/** The text of the Bundle in pieces. Throws 400 for a wrong `_since` at once: an error while streaming would only cut the connection. */
export const everythingOf = (reader: Reader, input: Input<typeof getEverything>) =>
  piecesOf(reader, input, intervalOf('_since', input._since === undefined ? [] : [`ge${input._since}`]))

async function* piecesOf(reader: Reader, input: Input<typeof getEverything>, updated: Interval) {
  yield `{"resourceType":"Bundle","type":"searchset","link":[{"relation":"self","url":${JSON.stringify(`${reader.base}/Patient/${input.id}/$everything`)}}],"entry":[\n`
  let isFirst = true
  for await (const resources of resourcesOf(reader, input, updated)) {
    const text = resources.map((resource) => JSON.stringify(entryOf(reader.base, resource))).join(',\n')
    yield isFirst ? text : `,\n${text}`
    isFirst = false
  }
  yield '\n]}'
}
