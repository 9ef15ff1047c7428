import { isIP } from 'node:net'
import { resolve } from 'node:path'
import Type, { type Static } from 'typebox'
import { Compile } from 'typebox/compile'

const text = Type.Optional(Type.String({ minLength: 1 }))
/** Several secrets are valid during a rotation. */
const secrets = Type.Optional(
  Type.String({ pattern: '^[^,\\s]{16,}(,[^,\\s]{16,})*$', description: 'one or more secrets of at least 16 characters, separated by commas' }),
)

/** Environment variables, as documented in the README. A variable that is not set is off or has the default given in the README. */
const Environment = Type.Object({
  PORT: Type.Optional(Type.String({ pattern: '^([1-9]\\d{0,4}|0)$', description: 'a port from 0 to 65535' })),
  HOST: text,
  DATA_DIR: text,
  // a parameter of the URL would replace the setting of each connection: its role, time zone or limit
  DATABASE_URL: Type.Optional(
    Type.String({
      pattern: '^postgres(ql)?://(?!.*[?&](options|(statement|lock|query|idle_in_transaction_session)_timeout)=)',
      description: 'postgres://user:password@host/database, without the parameters options and …_timeout',
    }),
  ),
  PUBLIC_URL: Type.Optional(Type.String({ pattern: '^https?://[^/]+$', description: 'https://host without a path' })),
  DEMO: Type.Optional(Type.String({ pattern: '^(on|off)$', description: 'on or off' })),
  // restricted to known values: a typo would start the demo with its public password on the internet
  NODE_ENV: Type.Optional(Type.String({ pattern: '^(production|development|test)$', description: 'production, development or test' })),
  SMTP_URL: Type.Optional(Type.String({ pattern: '^smtps?://', description: 'smtp://user:password@host:port' })),
  MAIL_FROM: Type.Optional(Type.String({ pattern: '^([^<>@\\r\\n]*<[^<>@\\s]+@[^<>@\\s]+>|[^<>@\\s]+@[^<>@\\s]+)$', description: 'name <address@host>' })),
  SECRET_KEY: Type.Optional(Type.String({ minLength: 32, description: 'at least 32 characters' })),
  METRICS_TOKEN: Type.Optional(Type.String({ minLength: 16, description: 'at least 16 characters' })),
  SENTRY_DSN: Type.Optional(Type.String({ pattern: '^https?://[^@]+@[^/]+/.+$', description: 'https://key@host/project' })),
  ANALYTICS_ID: Type.Optional(Type.String({ pattern: '^(https?://[^/\\s]+\\S*|[^:/\\s]+)$', description: 'an id or an http(s) URL' })),
  CIRCLEBACK_SECRET: secrets,
  TYPEFORM_SECRET: secrets,
  SHOPIFY_SECRET: secrets,
  STRIPE_SECRET_KEY: Type.Optional(Type.String({ pattern: '^(sk|rk)_(test|live)_\\S{10,}$', description: 'a secret or restricted key of Stripe' })),
  STRIPE_PUBLISHABLE_KEY: Type.Optional(Type.String({ pattern: '^pk_(test|live)_\\S{10,}$', description: 'the publishable key of Stripe' })),
  STRIPE_WEBHOOK_SECRET: secrets,
  INVOICE_REGISTRATION_NUMBER: Type.Optional(Type.String({ pattern: '^T\\d{13}$', description: 'T and the 13 digits of a qualified invoice issuer' })),
  SELLER_NAME: Type.Optional(Type.String({ maxLength: 100, description: 'up to 100 characters' })),
  SELLER_ADDRESS: Type.Optional(Type.String({ maxLength: 200, description: 'up to 200 characters' })),
  SELLER_REPRESENTATIVE: Type.Optional(Type.String({ maxLength: 100, description: 'up to 100 characters' })),
  SELLER_PHONE: Type.Optional(Type.String({ maxLength: 30, description: 'up to 30 characters' })),
  SELLER_EMAIL: Type.Optional(Type.String({ pattern: '^\\S+@\\S+$', maxLength: 254, description: 'an e-mail address' })),
  LINE_CHANNEL_ID: Type.Optional(Type.String({ pattern: '^\\d{10}$', description: 'the ten digits of a LINE Login channel' })),
  LINE_CHANNEL_SECRET: Type.Optional(Type.String({ minLength: 16, description: 'the secret of the LINE Login channel' })),
  LINE_TOKEN_URL: Type.Optional(Type.String({ pattern: '^https?://[^/\\s#?]+/[^\\s#?]+$', description: 'https://host/path' })),
  GOOGLE_CLIENT_ID: Type.Optional(Type.String({ pattern: '^\\S{10,200}$', description: 'the client id of an OAuth client of Google' })),
  GOOGLE_CLIENT_SECRET: Type.Optional(Type.String({ pattern: '^\\S{10,200}$', description: 'the client secret of an OAuth client of Google' })),
  GOOGLE_AUTHORIZATION_URL: Type.Optional(Type.String({ pattern: '^https?://[^/\\s#?]+/[^\\s#?]+$', description: 'https://host/path' })),
  GOOGLE_TOKEN_URL: Type.Optional(Type.String({ pattern: '^https?://[^/\\s#?]+/[^\\s#?]+$', description: 'https://host/path' })),
  TYPEFORM_URL: Type.Optional(Type.String({ pattern: '^https://[^/\\s#]+/[^\\s#]+$', description: 'https://host/path of a form' })),
  VAPID_PUBLIC_KEY: Type.Optional(Type.String({ pattern: '^[\\w-]{87}$', description: 'a public key as created by `npx web-push generate-vapid-keys`' })),
  VAPID_PRIVATE_KEY: Type.Optional(Type.String({ pattern: '^[\\w-]{43}$', description: 'a private key as created by `npx web-push generate-vapid-keys`' })),
  VAPID_SUBJECT: Type.Optional(
    Type.String({ pattern: '^(mailto:[^@\\s]+@[^@\\s]+|https://[^/\\s]+\\S*)$', description: 'mailto:address@host or https://host' }),
  ),
  LOG_LEVEL: Type.Optional(
    Type.String({ pattern: '^(fatal|error|warn|info|debug|trace|silent)$', description: 'fatal, error, warn, info, debug, trace or silent' }),
  ),
  S3_ENDPOINT: Type.Optional(Type.String({ pattern: '^https?://[^/?#@\\s]+/?$', description: 'https://host without a path' })),
  S3_BUCKET: Type.Optional(Type.String({ pattern: '^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$', description: 'the name of a bucket' })),
  S3_REGION: Type.Optional(Type.String({ pattern: '^[a-zA-Z0-9-]{1,60}$', description: 'a region such as ap-northeast-1' })),
  S3_ACCESS_KEY_ID: Type.Optional(Type.String({ pattern: '^\\S{3,200}$', description: 'a key id without spaces' })),
  S3_SECRET_ACCESS_KEY: Type.Optional(Type.String({ pattern: '^\\S{8,200}$', description: 'at least 8 characters without spaces' })),
  TRUST_PROXY: Type.Optional(
    Type.String({
      pattern: '^(off|[1-9]|[0-9a-fA-F.:]+(/\\d{1,3})?(,[0-9a-fA-F.:]+(/\\d{1,3})?)*)$',
      description: 'off, the number of proxies from 1 to 9, or their addresses or networks separated by commas',
    }),
  ),
  LOAD_LIMIT_MS: Type.Optional(Type.String({ pattern: '^\\d{1,6}$', description: 'milliseconds from 0 to 999999' })),
  WRITES_PER_MINUTE: Type.Optional(Type.String({ pattern: '^\\d{1,6}$', description: 'a number from 0 to 999999' })),
})

const check = Compile(Environment)

export type S3Settings = { endpoint: string; bucket: string; region: string; access_key_id: string; secret_access_key: string }

export type GoogleSettings = { client_id: string; client_secret: string; authorization_url: string; token_url: string }

export type Config = {
  port: number
  host: string
  data_dir: string
  database_url: string | undefined
  public_url: string
  demo: boolean
  smtp_url: string | undefined
  mail_from: string
  secret_key: string | undefined
  metrics_token: string | undefined
  sentry_dsn: string | undefined
  analytics_id: string | undefined
  circleback_secrets: string[]
  typeform_secrets: string[]
  typeform_url: string | undefined
  shopify_secrets: string[]
  stripe: { secret_key: string; publishable_key: string; webhook_secrets: string[] } | undefined
  /** The issuer of receipts. Without a registration number, the receipts are no qualified invoices. */
  seller: {
    name: string
    address: string
    representative: string | undefined
    phone_number: string | undefined
    email: string | undefined
    registration_number: string | undefined
  }
  /** LINE Login channel, with which people link their accounts. */
  line: { channel_id: string; channel_secret: string; token_url: string } | undefined
  /** OAuth client of Google, for people who connect their Google account. */
  google: GoogleSettings | undefined
  /** VAPID keys and subject that identify this server to the browsers' push services. */
  vapid: { publicKey: string; privateKey: string; subject: string } | undefined
  log_level: string
  /** Proxies whose `X-Forwarded-For` is trusted: none, a number of hops, or addresses and networks. The last untrusted address in it is the client. */
  trust_proxy: false | number | string[]
  /** Event loop delay above which background requests get 503; 0 is no limit. */
  load_limit_ms: number
  /** Writes of one user per minute on this server; 0 is no limit. */
  writes_per_minute: number
  s3: S3Settings | undefined
}

/** An invalid setting. The message is one line for the operator. */
export class SettingError extends Error {}

const readVapid = ({ VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey, VAPID_SUBJECT: subject }: Static<typeof Environment>): Config['vapid'] => {
  if (publicKey && privateKey && subject) return { publicKey, privateKey, subject }
  if (publicKey || privateKey || subject) throw new SettingError('VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY and VAPID_SUBJECT must be set together or not at all')
  return undefined
}

const readLine = ({ LINE_CHANNEL_ID: channel_id, LINE_CHANNEL_SECRET: channel_secret, ...urls }: Static<typeof Environment>): Config['line'] => {
  if (channel_id && channel_secret) return { channel_id, channel_secret, token_url: urls.LINE_TOKEN_URL ?? 'https://api.line.me/oauth2/v2.1/token' }
  if (channel_id || channel_secret) throw new SettingError('LINE_CHANNEL_ID and LINE_CHANNEL_SECRET must be set together or not at all')
  return undefined
}

const readGoogle = ({ GOOGLE_CLIENT_ID: client_id, GOOGLE_CLIENT_SECRET: client_secret, ...urls }: Static<typeof Environment>): Config['google'] => {
  if (!client_id && !client_secret) return undefined
  if (!client_id || !client_secret) throw new SettingError('GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET must be set together or not at all')
  return {
    client_id,
    client_secret,
    authorization_url: urls.GOOGLE_AUTHORIZATION_URL ?? 'https://accounts.google.com/o/oauth2/v2/auth',
    token_url: urls.GOOGLE_TOKEN_URL ?? 'https://oauth2.googleapis.com/token',
  }
}

const readStripe = (environment: Static<typeof Environment>): Config['stripe'] => {
  const { STRIPE_SECRET_KEY: secret_key, STRIPE_PUBLISHABLE_KEY: publishable_key, STRIPE_WEBHOOK_SECRET: webhook_secrets } = environment
  if (secret_key && publishable_key && webhook_secrets) return { secret_key, publishable_key, webhook_secrets: webhook_secrets.split(',') }
  if (secret_key || publishable_key || webhook_secrets)
    throw new SettingError('STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET must be set together or not at all')
  return undefined
}

const s3Names = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

/** Requires either all S3 settings or none. */
const readS3 = (environment: Static<typeof Environment>): S3Settings | undefined => {
  const missing = s3Names.filter((name) => environment[name] === undefined)
  if (missing.length === s3Names.length) return undefined
  if (missing.length) throw new SettingError(`${missing.join(', ')} ${missing.length > 1 ? 'are' : 'is'} not set: S3 storage needs ${s3Names.join(', ')}`)
  return {
    endpoint: environment.S3_ENDPOINT!,
    bucket: environment.S3_BUCKET!,
    region: environment.S3_REGION!,
    access_key_id: environment.S3_ACCESS_KEY_ID!,
    secret_access_key: environment.S3_SECRET_ACCESS_KEY!,
  }
}

const readTrustProxy = (value: string | undefined): Config['trust_proxy'] => {
  if (value === undefined || value === 'off') return false
  if (/^[1-9]$/.test(value)) return Number(value)
  const networks = value.split(',')
  const isValid = (network: string) => {
    const [address = '', bits] = network.split('/')
    const version = isIP(address)
    return version !== 0 && (bits === undefined || Number(bits) <= (version === 4 ? 32 : 128))
  }
  const wrong = networks.find((network) => !isValid(network))
  if (wrong) throw new SettingError(`TRUST_PROXY is invalid: item ${networks.indexOf(wrong) + 1} is no address or network`)
  return networks
}

const localUrl = (port: number) => `http://localhost:${port}`

/** The configuration, in which the default `public_url` contains `port` if `PORT=0` let the system choose the port. */
export const withPort = (config: Config, port: number): Config =>
  config.port === 0 && config.public_url === localUrl(0) ? { ...config, public_url: localUrl(port) } : config

/** Parses the environment. A SettingError names up to eight settings whose form is wrong, or one setting with another mistake. */
export const readConfig = (environment: Record<string, string | undefined>): Config => {
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''))
  if (!check.Check(set)) {
    const properties = Environment.properties as Record<string, { description?: string }>
    const names = new Set([...check.Errors(set)].map((error) => error.instancePath.split('/')[1] ?? ''))
    throw new SettingError([...names].map((name) => `${name} is invalid: expected ${properties[name]?.description ?? 'a text'}`).join('; '))
  }
  const values: Static<typeof Environment> = set
  const port = Number(values.PORT ?? 3000)
  if (port > 65535) throw new SettingError('PORT is invalid: expected a port from 0 to 65535')
  const production = values.NODE_ENV === 'production'
  if (production && values.DEMO === 'on') throw new SettingError('DEMO=on is rejected when NODE_ENV=production: demo accounts have a public password')
  const demo = values.DEMO ? values.DEMO === 'on' : !values.DATABASE_URL && !production
  return {
    port,
    host: values.HOST ?? '127.0.0.1',
    data_dir: resolve(values.DATA_DIR ?? '.data'),
    database_url: values.DATABASE_URL,
    public_url: values.PUBLIC_URL ?? localUrl(port),
    demo,
    smtp_url: values.SMTP_URL,
    mail_from: values.MAIL_FROM ?? 'すこやか <no-reply@localhost>',
    secret_key: values.SECRET_KEY,
    metrics_token: values.METRICS_TOKEN,
    sentry_dsn: values.SENTRY_DSN,
    analytics_id: values.ANALYTICS_ID,
    circleback_secrets: values.CIRCLEBACK_SECRET?.split(',') ?? [],
    typeform_secrets: values.TYPEFORM_SECRET?.split(',') ?? [],
    typeform_url: values.TYPEFORM_URL,
    shopify_secrets: values.SHOPIFY_SECRET?.split(',') ?? [],
    stripe: readStripe(values),
    seller: {
      name: values.SELLER_NAME ?? 'すこやか',
      address: values.SELLER_ADDRESS ?? '',
      representative: values.SELLER_REPRESENTATIVE,
      phone_number: values.SELLER_PHONE,
      email: values.SELLER_EMAIL,
      registration_number: values.INVOICE_REGISTRATION_NUMBER,
    },
    line: readLine(values),
    google: readGoogle(values),
    vapid: readVapid(values),
    // keeps the terminal readable for people who try the demo
    log_level: values.LOG_LEVEL ?? (demo ? 'warn' : 'info'),
    trust_proxy: readTrustProxy(values.TRUST_PROXY),
    load_limit_ms: Number(values.LOAD_LIMIT_MS ?? 1_000),
    writes_per_minute: Number(values.WRITES_PER_MINUTE ?? 300),
    s3: readS3(values),
  }
}
