import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { Session } from '@sukoyaka/wire/people/account'
import type { CallError } from './call-error.ts'

const names = ['accessToken', 'email', 'id'] as const
const aYear = 365 * 24 * 60 * 60

export type Credentials = { access_token: string; email: string; id: number }

/** Session from the three cookies that survive a reload; undefined if one is missing or malformed. */
export const readCookies = (): Credentials | undefined => {
  const jar = new Map(
    document.cookie.split('; ').flatMap((pair) => {
      const at = pair.indexOf('=')
      try {
        return at > 0 ? [[pair.slice(0, at), decodeURIComponent(pair.slice(at + 1))] as const] : []
      } catch {
        return []
      }
    }),
  )
  const [access_token, email, id] = names.map((name) => jar.get(name))
  return access_token && email && id && /^\d+$/.test(id) ? { access_token, email, id: Number(id) } : undefined
}

const writeCookie = (name: string, value: string, maxAge: number) => {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: supported browsers lack the Cookie Store API, and the cookies are read synchronously at startup
  document.cookie = `${name}=${encodeURIComponent(value)}; Max-Age=${maxAge}; Path=/; SameSite=Strict${secure}`
}

export const writeCookies = ({ access_token, email, id }: Credentials) => {
  writeCookie('accessToken', access_token, aYear)
  writeCookie('email', email, aYear)
  writeCookie('id', String(id), aYear)
}

export const clearCookies = () => {
  for (const name of names) writeCookie(name, '', 0)
}

export type Me = Pick<Session, 'id' | 'role' | 'first_name' | 'last_name' | 'email'>

export type SessionState = {
  status: 'authenticating' | 'signed_in' | 'signed_out'
  /** Stored here instead of read from cookies per request, because another tab may have signed in as another user. */
  credentials?: Credentials
  me?: Me
  /** Network error at startup; the cookies stay and the user can retry. */
  failure?: CallError
  /** Signed out by the user: the next sign-in starts at the landing page. */
  left?: boolean
  /** Page where the session ended; only the same user returns there. */
  back?: { path: string; user_id: number }
}

const initialState: SessionState = { status: 'authenticating' }

export const sessionSlice = createSlice({
  name: 'session',
  initialState,
  reducers: {
    authenticating: (_, { payload }: PayloadAction<Credentials | undefined>): SessionState => ({ status: 'authenticating', credentials: payload }),
    authenticationFailed: (state, { payload }: PayloadAction<CallError>) => {
      state.failure = payload
    },
    signedIn: ({ back }, { payload }: PayloadAction<{ me: Me; credentials: Credentials }>): SessionState => ({ status: 'signed_in', back, ...payload }),
    /** The return path is used once. */
    cameBack: (state) => {
      state.back = undefined
    },
    signedOut: (_, { payload: { left } }: PayloadAction<{ left: boolean }>): SessionState => ({ status: 'signed_out', left }),
    /** Only the error code `unauthenticated` ends a session. */
    sessionEnded: (state, { payload: path }: PayloadAction<string>): SessionState => ({
      status: 'signed_out',
      back: state.credentials && { path, user_id: state.credentials.id },
    }),
  },
})

export const { authenticating, authenticationFailed, signedIn, cameBack, signedOut, sessionEnded } = sessionSlice.actions

type WithSession = { session: SessionState }
export const selectSession = (state: WithSession) => state.session
export const selectMe = (state: WithSession) => state.session.me
