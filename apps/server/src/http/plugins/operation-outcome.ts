import type { FastifyReply } from 'fastify'

/** FHIR's issue types by status. */
const issueCodes: Record<number, string> = {
  400: 'invalid',
  401: 'login',
  403: 'forbidden',
  404: 'not-found',
  405: 'not-supported',
  406: 'not-supported',
  409: 'conflict',
  413: 'too-long',
  415: 'not-supported',
  422: 'processing',
  429: 'throttled',
  503: 'transient',
}

type ErrorBody = { error: string; code: string; fields?: Record<string, string[]> }

/** FHIR's form of an error. */
export const outcomeOf = ({ error, code, fields = {} }: ErrorBody, status: number) => ({
  resourceType: 'OperationOutcome',
  issue: [
    {
      severity: status >= 500 ? 'fatal' : 'error',
      code: code === 'unknown_parameter' ? 'not-supported' : (issueCodes[status] ?? 'exception'),
      details: { coding: [{ system: 'urn:sukoyaka:error', code }], text: error },
      diagnostics: [error, ...Object.entries(fields).map(([field, reasons]) => `${field}: ${reasons.join(', ')}`)].join(' '),
    },
  ],
})

/** OAuth's names of errors. */
const oauthNames: Record<string, string> = { grant_invalid: 'invalid_grant', scope_invalid: 'invalid_scope', app_unknown: 'invalid_client' }
const oauthError = (body: ErrorBody, status: number) => ({
  ...body,
  error: oauthNames[body.code] ?? (status >= 500 ? 'server_error' : 'invalid_request'),
  error_description: body.error,
})

// `/fhir/R4/.well-known/smart-configuration` is no FHIR resource; a POST to `/share/…`, the page of a shared record, returns the record as FHIR
const isFhir = (url: string) => (url.startsWith('/fhir/') || url.startsWith('/share/')) && !url.startsWith('/fhir/R4/.well-known/')

/** Sends an error: as an OperationOutcome below `/fhir` and `/share`, in OAuth's form below `/oauth`, else in our own form. */
export const sendErrorBody = (reply: FastifyReply, url: string, body: ErrorBody, status: number) =>
  isFhir(url)
    ? reply.header('content-type', 'application/fhir+json; charset=utf-8').send(JSON.stringify(outcomeOf(body, status)))
    : reply.header('content-type', 'application/json; charset=utf-8').send(JSON.stringify(url.startsWith('/oauth/') ? oauthError(body, status) : body))
