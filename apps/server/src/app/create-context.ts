import { randomBytes } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config/config.ts'
import { readSecret } from '../config/secret.ts'
import type { House } from '../context/app-context.ts'
import { type ConnectionSettings, openDatabase } from '../database/db.ts'
import { findSession, livingSessions } from '../domains/account/session-store.ts'
import { followNotices } from '../domains/notification/jobs.ts'
import { requestScores } from '../domains/score/recompute.ts'
import { followToday } from '../domains/today/keep.ts'
import { openFiles } from '../files/files.ts'
import { openJobs } from '../jobs/jobs.ts'
import { openMail } from '../mail/mail.ts'
import { openPush } from '../mail/web-push.ts'
import { openEvents } from '../realtime/events.ts'

export type OpenHouse = { house: House; setReady: (ready: boolean) => void; close: () => Promise<void> }

/** Opens everything a running server has, on a database that is migrated. Tests bring their own clock and chance. */
export const openHouse = async (config: Config, settings: ConnectionSettings, log: FastifyBaseLogger, replaced: Partial<House> = {}): Promise<OpenHouse> => {
  const { db, pool, close } = openDatabase(settings)
  const mail = openMail(config, log)
  const events = openEvents(settings, log)
  const jobs = openJobs({ log }, settings)
  let isReady = true
  const house: House = {
    config,
    db,
    pool,
    clock: () => new Date(),
    random: randomBytes,
    secret: readSecret(config),
    mail,
    push: openPush(config),
    files: openFiles(config),
    events,
    jobs,
    follow: async (tx, changes, patient_ids) => {
      await requestScores(jobs, tx, changes, patient_ids)
      await followToday(tx, changes, patient_ids, house.clock())
      await followNotices(house, tx, changes, patient_ids)
    },
    log,
    identify: (token, email, active) => findSession(db, token, email, active),
    areAlive: (those) => livingSessions(db, those),
    ready: () => isReady,
    ...replaced,
  }
  await events.start()
  return {
    house,
    setReady: (ready) => {
      isReady = ready
    },
    close: async () => {
      await events.close()
      await jobs.close()
      await mail.close()
      await close()
    },
  }
}
