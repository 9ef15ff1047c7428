import { Readable } from 'node:stream'
import { allowsType } from '@sukoyaka/rules/people/app-scope'
import { tokyoDay } from '@sukoyaka/rules/time'
import * as wire from '@sukoyaka/wire/boards/fhir'
import * as exports from '@sukoyaka/wire/boards/fhir-export'
import * as imports from '@sukoyaka/wire/boards/fhir-import'
import type { Endpoint } from '@sukoyaka/wire/endpoint'
import { apiError } from '../../errors/api-error.ts'
import { urlsFor } from '../../files/signed-file.ts'
import { formRoute } from '../../http/plugins/form-route.ts'
import { streamed } from '../../http/plugins/respond.ts'
import { type Call, serve } from '../../http/serve.ts'
import { audit } from '../../observability/audit.ts'
import { requirePatient } from '../patient/require-store.ts'
import { mediaType } from './bundle.ts'
import { capabilityStatement } from './capability.ts'
import { everythingOf } from './everything.ts'
import { beginExport, deleteExport, exportFile, exportState } from './export/export-store.ts'
import { applyImport, checkImport, importsOf, undoImport } from './import/import-store.ts'
import { openQuery, type Query, type Reader, readableSources, readOne, sealedQuery, search } from './search.ts'

const baseOf = ({ context }: Pick<Call<Endpoint>, 'context'>) => `${context.config.public_url}/fhir/R4`

const readerOf = (call: Pick<Call<typeof wire.getResource>, 'context' | 'scope' | 'actor'>): Reader => {
  const urlOf = urlsFor(call.context, call.actor.id)
  return {
    scope: call.scope,
    role: call.actor.role,
    base: baseOf(call),
    mapping: { urlOf: (file_id) => `${call.context.config.public_url}${urlOf(file_id, 'original')}` },
    isTypeAllowed: (type) => call.actor.scopes === undefined || allowsType(call.actor.scopes, type),
  }
}

const json = ({ reply }: Pick<Call<Endpoint>, 'reply'>, resource: object) => {
  reply.type(mediaType)
  return Buffer.from(JSON.stringify(resource))
}

/** A page of a search. If the query came in a form (POST), the links of this and the following pages do not show it. */
const searched = async (call: Parameters<typeof readerOf>[0] & Pick<Call<Endpoint>, 'reply'>, input: Query, isForm: boolean) => {
  const { secret } = call.context
  const { query, isSealed } = openQuery(secret, input)
  const reader = readerOf(call)
  return json(call, await search(isForm || isSealed ? { ...reader, sealQuery: (next) => sealedQuery(secret, next) } : reader, query))
}

export const fhirRoutes = [
  serve(wire.getCapabilities, async (call) =>
    json(call, capabilityStatement(baseOf(call), call.context.config.public_url, call.context.clock().toISOString().slice(0, 10))),
  ),
  serve(wire.searchResources, (call) => searched(call, call.input, false)),
  formRoute(serve(wire.searchResourcesByForm, (call) => searched(call, call.input, true))),
  serve(wire.getResource, async (call) => json(call, await readOne(readerOf(call), call.input.type, call.input.id))),
  serve(wire.getEverything, async (call) => {
    const { context, actor, input, reply, request } = call
    const reader = readerOf(call)
    readableSources(reader, 'Patient')
    const pieces = everythingOf(reader, input)
    await requirePatient(reader.scope, /^[1-9]\d{0,14}$/.test(input.id) ? Number(input.id) : 0)
    // the access is logged before the first byte: the stream may be cut off
    await audit(context.db, {
      user_id: actor.id,
      patient_ids: [Number(input.id)],
      action: `GET ${wire.getEverything.path}`,
      outcome: 'done',
      status: 200,
      ip: request.ip,
      request_id: request.id,
      isRead: true,
    })
    reply.type(mediaType).send(Readable.from(pieces))
    return streamed
  }),
  serve(exports.startExport, async (call) => {
    const { context, input, actor, reply, request } = call
    const { isTypeAllowed } = readerOf(call)
    const id = await beginExport(context, { input, actor, request_url: `${context.config.public_url}${request.url}`, isTypeAllowed })
    reply
      .status(202)
      .header('content-location', `${baseOf(call)}/$export/${id}`)
      .send()
    return streamed
  }),
  serve(exports.getExport, async (call) => {
    const { db, input, reply, actor } = call
    const { base, isTypeAllowed } = readerOf(call)
    const state = await exportState(db, { base, actor, isTypeAllowed }, input.id)
    if ('manifest' in state) return state.manifest
    reply.status(202).header('x-progress', `${state.resource_count} resources`).header('retry-after', '5').send()
    return streamed
  }),
  serve(exports.getExportFile, async (call) => {
    const { context, actor, input, reply } = call
    readableSources(readerOf(call), input.type)
    const content = await exportFile(context, actor, input)
    reply.type('application/fhir+ndjson').send(content)
    return streamed
  }),
  serve(exports.removeExport, async ({ db, context, actor, input, after }) => {
    // an app may only read
    if (actor.scopes) throw apiError('forbidden')
    after(await deleteExport(db, { actor, files: context.files, log: context.log }, input.id))
    return null
  }),
  serve(imports.checkFhirImport, ({ scope, input, context }) => checkImport(scope, input, tokyoDay(context.clock()))),
  serve(imports.applyFhirImport, ({ scope, input, actor, context }) => applyImport(scope, input, actor.id, tokyoDay(context.clock()))),
  serve(imports.listFhirImports, async ({ scope, input }) => ({ items: await importsOf(scope, input.user_id) })),
  serve(imports.undoFhirImport, ({ scope, input, actor }) => undoImport(scope, input.id, actor.id)),
]
