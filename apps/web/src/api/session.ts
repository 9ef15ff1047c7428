import type { PolicyKind, Session } from '@sukoyaka/wire/people/account'
import type { UnknownAction } from 'redux'
import type { CallError } from './call-error.ts'

const cookieNames = ['accessToken', 'email', 'id'] as const
const yearSeconds = 365 * 24 * 60 * 60

export type Credentials = { access_token: string; email: string; id: number }

/** Session from the three cookies that survive a reload; undefined if one is missing or malformed. */
export const readCookies = (): Credentials | undefined => {
  const cookies = new Map(
    document.cookie.split('; ').flatMap((cookie) => {
      const separator = cookie.indexOf('=')
      try {
        return separator > 0 ? [[cookie.slice(0, separator), decodeURIComponent(cookie.slice(separator + 1))] as const] : []
      } catch {
        return []
      }
    }),
  )
  const [access_token, email, id] = cookieNames.map((name) => cookies.get(name))
  return access_token && email && id && /^\d+$/.test(id) ? { access_token, email, id: Number(id) } : undefined
}

const writeCookie = (name: string, value: string, maxAge: number) => {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: supported browsers lack the Cookie Store API, and the cookies are read synchronously at startup
  document.cookie = `${name}=${encodeURIComponent(value)}; Max-Age=${maxAge}; Path=/; SameSite=Strict${secure}`
}

export const writeCookies = ({ access_token, email, id }: Credentials) => {
  writeCookie('accessToken', access_token, yearSeconds)
  writeCookie('email', email, yearSeconds)
  writeCookie('id', String(id), yearSeconds)
}

export const clearCookies = () => {
  for (const name of cookieNames) writeCookie(name, '', 0)
}

/** The signed-in user. The reply of a sign-in lacks `icon`; `checkPolicies` loads it afterwards. */
export type Me = Pick<Session, 'id' | 'role' | 'first_name' | 'last_name' | 'email'> & { icon?: string | null | undefined }

export type SessionState = {
  status: 'authenticating' | 'signed_in' | 'signed_out'
  /** Stored here instead of read from cookies per request, because another tab may have signed in as another user. */
  credentials?: Credentials
  me?: Me
  /** Network or server error at startup; the cookies stay and the user can retry. */
  failure?: CallError
  /** The user signed out, so the next sign-in starts at the landing page. */
  byUser?: boolean
  /** The user signed out, but the server could not be told. */
  hasSignOutFailed?: boolean
  /** Page where the session ended; only the same user returns there. */
  returnTo?: { path: string; user_id: number }
  /** Policies with a new version to agree to. Undefined until they are loaded, at startup or after a sign-in. */
  policiesToAgree?: readonly PolicyKind[] | undefined
}

export const authenticating = (payload: Credentials | undefined) => ({ type: 'session/authenticating', payload }) as const
export const authenticationFailed = (payload: CallError) => ({ type: 'session/authenticationFailed', payload }) as const
export const signedIn = (payload: { me: Me; credentials: Credentials; policiesToAgree?: readonly PolicyKind[] | undefined }) =>
  ({ type: 'session/signedIn', payload }) as const
export const policiesChecked = (payload: readonly PolicyKind[]) => ({ type: 'session/policiesChecked', payload }) as const
/** Updates name and icon of the signed-in user in the shell. */
export const profileChanged = ({ first_name, last_name, icon }: Pick<Me, 'first_name' | 'last_name' | 'icon'>) =>
  ({ type: 'session/profileChanged', payload: { first_name, last_name, icon } }) as const
export const returnedToPage = () => ({ type: 'session/returnedToPage' }) as const
export const signedOut = (payload: { byUser: boolean; hasFailed?: boolean }) => ({ type: 'session/signedOut', payload }) as const
/** `payload`: path of the page. */
export const sessionEnded = (payload: string) => ({ type: 'session/sessionEnded', payload }) as const

type SessionAction = ReturnType<
  | typeof authenticating
  | typeof authenticationFailed
  | typeof signedIn
  | typeof policiesChecked
  | typeof profileChanged
  | typeof returnedToPage
  | typeof signedOut
  | typeof sessionEnded
>

export const sessionReducer = (state: SessionState = { status: 'authenticating' }, unknown: UnknownAction): SessionState => {
  // actions of other slices match no case
  const action = unknown as SessionAction
  switch (action.type) {
    case 'session/authenticating':
      // a window whose session ended takes over the sign-in of another
      return { status: 'authenticating', credentials: action.payload, returnTo: state.returnTo }
    case 'session/authenticationFailed':
      return { ...state, failure: action.payload }
    case 'session/signedIn':
      // a renewed session keeps the icon
      return { status: 'signed_in', returnTo: state.returnTo, ...action.payload, me: { ...state.me, ...action.payload.me } }
    case 'session/profileChanged':
      return state.me ? { ...state, me: { ...state.me, ...action.payload } } : state
    case 'session/policiesChecked':
      return { ...state, policiesToAgree: action.payload }
    case 'session/returnedToPage':
      return { ...state, returnTo: undefined }
    case 'session/signedOut':
      return { status: 'signed_out', byUser: action.payload.byUser, hasSignOutFailed: action.payload.hasFailed ?? false }
    case 'session/sessionEnded':
      return { status: 'signed_out', returnTo: state.credentials && { path: action.payload, user_id: state.credentials.id } }
    default:
      return state
  }
}

type WithSession = { session: SessionState }
export const selectSession = (state: WithSession) => state.session
export const selectMe = (state: WithSession) => state.session.me
