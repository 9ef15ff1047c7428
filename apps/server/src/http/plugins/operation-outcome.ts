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

const outcomeOf = ({ error, code, fields = {} }: ErrorBody, status: number) => ({
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

/** Sends an error: as an OperationOutcome below `/fhir`, else in our form. */
export const sendErrorBody = (reply: FastifyReply, url: string, body: ErrorBody, status: number) =>
  url.startsWith('/fhir/')
    ? reply.header('content-type', 'application/fhir+json; charset=utf-8').send(JSON.stringify(outcomeOf(body, status)))
    : reply.header('content-type', 'application/json; charset=utf-8').send(JSON.stringify(body))
