import { randomBytes } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config/config.ts'
import { readSecret } from '../config/secret.ts'
import type { AppContext } from '../context/app-context.ts'
import { type ConnectionSettings, openDatabase } from '../database/db.ts'
import { openSessionCache } from '../domains/account/session/session-cache.ts'
import { validSessionsOf } from '../domains/account/session-store.ts'
import { keyedHash } from '../domains/connected-app/hash.ts'
import { findAppSession } from '../domains/connected-app/store.ts'
import { openKnownPatients } from '../domains/patient/known-patients.ts'
import { openFiles } from '../files/files.ts'
import { openGoogle } from '../google/open-google.ts'
import { openJobs } from '../jobs/jobs.ts'
import { openMail } from '../mail/mail.ts'
import { openPush } from '../mail/web-push.ts'
import { openEvents } from '../realtime/events.ts'
import { openPayments } from '../stripe/open-stripe.ts'
import { domains } from './domains.ts'

export type RunningContext = { context: AppContext; setReady: (ready: boolean) => void; close: () => Promise<void> }

/** Opens the services of a running server; the database must be migrated. Tests pass `overrides`. */
export const createContext = async (
  config: Config,
  settings: ConnectionSettings,
  log: FastifyBaseLogger,
  overrides: Partial<AppContext> = {},
): Promise<RunningContext> => {
  const { db, pool, close } = openDatabase(settings)
  const mail = openMail(config, log)
  const events = openEvents(settings, log)
  const sessions = openSessionCache(db, events)
  const knownPatients = openKnownPatients(db, events)
  const jobs = openJobs({ log }, settings)
  const services = { db, log, clock: () => new Date(), random: randomBytes, secret: readSecret(config) }
  const payments = openPayments(config, { ...services, ...overrides })
  const google = openGoogle(config, { ...services, ...overrides })
  let isReady = true
  const context: AppContext = {
    config,
    ...services,
    pool,
    mail,
    push: openPush(config),
    payments,
    google,
    files: openFiles(config),
    events,
    jobs,
    onChanges: async (tx, changes, patient_ids) => {
      for (const { onChange } of domains) await onChange?.(context, tx, changes, patient_ids)
    },
    identify: sessions.identify,
    forgetPeople: () => {
      sessions.forget()
      knownPatients.forget()
    },
    identifyApp: (token) => findAppSession(db, keyedHash(context.secret, token)),
    activeSessionsOf: (streams) => validSessionsOf(db, streams),
    ready: () => isReady,
    ...overrides,
  }
  await events.start()
  return {
    context,
    setReady: (ready) => {
      isReady = ready
    },
    close: async () => {
      await events.close()
      await payments?.close()
      await google?.close()
      await jobs.close()
      await mail.close()
      await close()
    },
  }
}
