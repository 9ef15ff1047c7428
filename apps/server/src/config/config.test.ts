import { expect, test } from 'vitest'
import { readConfig, SettingError, withPort } from './config.ts'

test('without settings, configures the demo on localhost:3000', () => {
  expect(readConfig({})).toMatchObject({ port: 3000, host: '127.0.0.1', demo: true, public_url: 'http://localhost:3000', database_url: undefined })
})

test('disables the demo by default with an external database or in production', () => {
  expect(readConfig({ DATABASE_URL: 'postgres://a@b/c' }).demo).toBe(false)
  expect(readConfig({ NODE_ENV: 'production' }).demo).toBe(false)
  expect(readConfig({ DATABASE_URL: 'postgres://a@b/c', DEMO: 'on' }).demo).toBe(true)
})

test.each([
  [{ PORT: 'x' }, /^PORT .*65535/],
  [{ PORT: '70000' }, /^PORT/],
  [{ LOAD_LIMIT_MS: '1s' }, /^LOAD_LIMIT_MS .*milliseconds/],
  [{ DATABASE_URL: 'mysql://x' }, /^DATABASE_URL .*postgres:/],
  [{ DATABASE_URL: 'postgres://a:b@c/d?sslmode=require&options=endpoint%3Dx' }, /^DATABASE_URL .*without the parameters options/],
  [{ PUBLIC_URL: 'sukoyaka.example' }, /^PUBLIC_URL/],
  [{ SECRET_KEY: 'short' }, /^SECRET_KEY/],
  [{ TRUST_PROXY: 'on' }, /^TRUST_PROXY .*number of proxies/],
  [{ TRUST_PROXY: '10.0.0.0/40' }, /^TRUST_PROXY .*no address or network/],
  [{ S3_ENDPOINT: 's3.example' }, /^S3_ENDPOINT .*https:/],
  [{ S3_ENDPOINT: 'https://s3.example', S3_BUCKET: 'uploads' }, /^S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY are not set/],
  [{ S3_SECRET_ACCESS_KEY: 'a-secret-nobody-reads' }, /^S3_ENDPOINT, .* are not set/],
  [{ NODE_ENV: 'production', DEMO: 'on' }, /^DEMO=on is rejected/],
  [{ STRIPE_SECRET_KEY: 'sk_live_1234567890' }, /^STRIPE_SECRET_KEY, .* must be set together/],
  [{ STRIPE_SECRET_KEY: 'pk_live_1234567890' }, /^STRIPE_SECRET_KEY is invalid/],
  [{ INVOICE_REGISTRATION_NUMBER: '1234567890123' }, /^INVOICE_REGISTRATION_NUMBER .*13 digits/],
])('rejects %j with one line that does not contain the value', (environment, line) => {
  expect(() => readConfig(environment)).toThrow(SettingError)
  expect(() => readConfig(environment)).toThrow(line)
  expect(() => readConfig(environment)).not.toThrow('\n')
  for (const value of Object.values(environment)) if (value.length > 4 && !/production/.test(value)) expect(() => readConfig(environment)).not.toThrow(value)
})

test('trusts no proxy by default, or as many proxies or those networks as are set', () => {
  expect(readConfig({}).trust_proxy).toBe(false)
  expect(readConfig({ TRUST_PROXY: 'off' }).trust_proxy).toBe(false)
  expect(readConfig({ TRUST_PROXY: '2' }).trust_proxy).toBe(2)
  expect(readConfig({ TRUST_PROXY: '10.0.0.0/8,::1' }).trust_proxy).toEqual(['10.0.0.0/8', '::1'])
})

test('treats an empty setting as unset', () => {
  expect(readConfig({ PORT: '', SMTP_URL: '' })).toMatchObject({ port: 3000, smtp_url: undefined })
})

test('with PORT=0, public_url contains the free port that the server took, unless PUBLIC_URL is set', () => {
  expect(withPort(readConfig({ PORT: '0' }), 4123).public_url).toBe('http://localhost:4123')
  expect(withPort(readConfig({ PORT: '0', PUBLIC_URL: 'https://kenkou.example.jp' }), 4123).public_url).toBe('https://kenkou.example.jp')
})
