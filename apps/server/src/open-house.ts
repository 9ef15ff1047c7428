import { randomBytes } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { findSession, livingSessions } from './account/session-store.ts'
import type { Config } from './kit/config.ts'
import { type ConnectionSettings, openDatabase } from './kit/db.ts'
import { openEvents } from './kit/events.ts'
import { openFiles } from './kit/files.ts'
import type { House } from './kit/house.ts'
import { openJobs } from './kit/jobs.ts'
import { openMail } from './kit/mail.ts'
import { openPush } from './kit/push.ts'
import { readSecret } from './kit/secret.ts'
import { followNotices } from './notification/jobs.ts'
import { requestScores } from './score/recompute.ts'
import { followToday } from './today/keep.ts'

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
    files: openFiles(config.data_dir),
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
