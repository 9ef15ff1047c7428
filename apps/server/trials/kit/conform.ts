import { errors } from '@sukoyaka/wire/errors'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { Api, Operation } from './document.ts'
import type { ApiResponse } from './rows/records.ts'

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) === true
const isInstant = (text: string) => /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,3})?Z$/.test(text) && isDay(text.slice(0, 10))

type Code = keyof typeof errors
/** The error code of a reply. FHIR calls return it in an OperationOutcome. */
const codeOf = (body: unknown): Code => {
  const { code, issue } = body as { code: Code; issue?: { details: { coding: { code: Code }[] } }[] }
  return issue?.[0]?.details.coding[0]?.code ?? code
}

/** Validates responses against the OpenAPI document, with another validator than the server's. */
export const openConform = ({ components }: Api) => {
  const ajv = new Ajv2020({ strict: false, allErrors: false, formats: { date: isDay, 'date-time': isInstant } })
  // a schema of their own for the components: each is compiled once, and not once per schema that refers to it
  ajv.addSchema({ $id: 'api', components })
  const compiled = new Map<object, ValidateFunction>()
  const compile = (schema: object) => {
    const cached = compiled.get(schema) ?? ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"api#/')))
    compiled.set(schema, cached)
    return cached
  }
  const isValid = (schema: object, value: unknown) => compile(schema)(value)

  /** The deviation from the document, if any. */
  const mismatchOf = ({ path, responses, isNotJson }: Operation, { status, text, headers }: ApiResponse): string | undefined => {
    if (status >= 500) return `returned ${status}`
    // the document has no entry for a wrong method
    const errorSchema = /^\/(fhir\/R4|share)\//.test(path) && !path.includes('.well-known') ? 'OperationOutcome' : 'Error'
    const documented =
      status === 405 ? { schema: { $ref: `#/components/schemas/${errorSchema}` }, codes: ['method_not_allowed', 'share_by_post'] } : responses.get(status)
    if (!documented) return `returned ${status}, which is not documented`
    if (status < 300 && isNotJson) return undefined
    if (!documented.schema) return text === '' ? undefined : `${status} with a body`
    const type = String(headers['content-type'] ?? 'application/json')
    if (!/^application\/((vnd\.sukoyaka\.v1|fhir)\+)?json; charset=utf-8$/.test(type) && !isNotJson) return `returned as ${type}`
    let body: unknown
    try {
      body = JSON.parse(text)
    } catch {
      return 'returned invalid JSON'
    }
    const check = compile(documented.schema)
    if (!check(body)) return `${status} is not as documented: ${check.errors?.map(({ instancePath, message }) => `${instancePath} ${message}`).join(', ')}`
    if (status < 400) return undefined
    const code = codeOf(body)
    if (errors[code] !== status) return `${code} is returned as ${status}`
    return documented.codes.includes(code) ? undefined : `${code} is not documented for this call`
  }
  return { isValid, mismatchOf }
}
