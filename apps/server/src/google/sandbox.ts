import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { GoogleSettings } from '../config/config.ts'
import type { AppContext } from '../context/app-context.ts'
import { makeSandboxServer, readBody } from '../sandbox/sandbox-server.ts'

type Grant = { challenge: string; redirect_uri: string; scopes: string[] }

const maxBodyBytes = 20_000
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

const formOf = async (request: IncomingMessage) => new URLSearchParams(await readBody(request, maxBodyBytes))

const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url')

/** The page on which the person ticks what the service may read. */
const consentPage = (query: URLSearchParams) => {
  const hidden = ['redirect_uri', 'state', 'code_challenge'].map((name) => `<input type="hidden" name="${name}" value="${escapeHtml(query.get(name) ?? '')}">`)
  const boxes = (query.get('scope') ?? '')
    .split(' ')
    .map((scope) => `<p><label><input type="checkbox" name="scope" value="${escapeHtml(scope)}" checked> ${escapeHtml(scope)}</label></p>`)
  return `<!doctype html><html lang="ja"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Google（デモ）</title>
<body style="font-family:sans-serif;max-width:36rem;margin:3rem auto;padding:0 1rem"><h1>Google（デモ）</h1>
<p>これはGoogleの画面の代わりです。許可する項目を選んでください。</p>
<form method="post" action="/approve">${hidden.join('')}${boxes.join('')}<button type="submit">許可する</button></form></body></html>`
}

/**
 * A server that stands in for Google’s OAuth endpoints in demo and tests: authorization code with PKCE (S256) and refresh tokens. It listens on this machine
 * only and keeps its codes and tokens in memory.
 */
export const openGoogleSandbox = ({ random }: Pick<AppContext, 'random'>, public_url: string) => {
  const token = (bytes = 24) => random(bytes).toString('base64url')
  const client = { client_id: `sandbox-${token(8)}`, client_secret: token() }
  const grants = new Map<string, Grant>()
  /** Scopes by refresh token. */
  const refreshable = new Map<string, string[]>()

  const isOurPage = (redirect_uri: string | null) => redirect_uri?.startsWith(`${public_url}/`) ?? false
  const isValidRequest = (query: URLSearchParams) =>
    query.get('client_id') === client.client_id &&
    query.get('response_type') === 'code' &&
    query.get('code_challenge_method') === 'S256' &&
    Boolean(query.get('code_challenge') && query.get('state')) &&
    isOurPage(query.get('redirect_uri'))

  const approve = (form: URLSearchParams, response: ServerResponse) => {
    const redirect_uri = form.get('redirect_uri')
    if (!isOurPage(redirect_uri)) return response.writeHead(400).end('invalid_request')
    const code = token()
    grants.set(code, { challenge: form.get('code_challenge') ?? '', redirect_uri: redirect_uri!, scopes: form.getAll('scope') })
    return response.writeHead(303, { location: `${redirect_uri}?${new URLSearchParams({ code, state: form.get('state') ?? '' })}` }).end()
  }

  const takeCode = (form: URLSearchParams) => {
    const code = form.get('code') ?? ''
    const grant = grants.get(code)
    // a code works once, also with a wrong verifier
    grants.delete(code)
    const challenge = challengeOf(form.get('code_verifier') ?? '')
    if (grant?.challenge !== challenge || grant.redirect_uri !== form.get('redirect_uri')) return undefined
    const refresh_token = token()
    refreshable.set(refresh_token, grant.scopes)
    return { refresh_token, scopes: grant.scopes }
  }
  /** Like Google, does not give a new refresh token. */
  const takeRefreshToken = (form: URLSearchParams) => {
    const scopes = refreshable.get(form.get('refresh_token') ?? '')
    return scopes && { scopes }
  }

  const exchange = (form: URLSearchParams, response: ServerResponse) => {
    const reply = (status: number, body: object) => response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (form.get('client_id') !== client.client_id || form.get('client_secret') !== client.client_secret) return reply(401, { error: 'invalid_client' })
    const taken = form.get('grant_type') === 'refresh_token' ? takeRefreshToken(form) : takeCode(form)
    if (!taken) return reply(400, { error: 'invalid_grant' })
    const { scopes, ...rest } = taken
    return reply(200, { access_token: token(), ...rest, expires_in: 3_599, token_type: 'Bearer', scope: scopes.join(' ') })
  }

  /** Revokes the access, as a person does in their Google account. */
  const revoke = (form: URLSearchParams, response: ServerResponse) => {
    refreshable.delete(form.get('token') ?? '')
    return response.writeHead(200).end()
  }

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1')
    if (request.method === 'GET' && pathname === '/auth')
      return isValidRequest(searchParams)
        ? response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(consentPage(searchParams))
        : response.writeHead(400).end('invalid_request')
    if (request.method === 'POST' && pathname === '/approve') return approve(await formOf(request), response)
    if (request.method === 'POST' && pathname === '/token') return exchange(await formOf(request), response)
    if (request.method === 'POST' && pathname === '/revoke') return revoke(await formOf(request), response)
    return response.writeHead(404).end()
  }

  const server = makeSandboxServer((request, response) => {
    answer(request, response).catch(() => response.writeHead(400).end())
  })
  return {
    settings: async (): Promise<GoogleSettings> => {
      const origin = `http://127.0.0.1:${await server.listen()}`
      return { ...client, authorization_url: `${origin}/auth`, token_url: `${origin}/token` }
    },
    close: server.close,
  }
}
