import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { Email } from '@sukoyaka/wire/people/account'
import { Check } from 'typebox/value'
import type { Config } from '../config/config.ts'
import type { Db } from '../database/db.ts'
import { print, runCommand, UsageError } from '../database/run-command.ts'
import { createAdmin } from '../domains/registration/actions/create-admin.ts'
import { changeSecret, requireKnownSecret } from './known-secret.ts'

type Command = (db: Db, config: Config) => Promise<void>

const create =
  (email: string): Command =>
  async (db, config) => {
    if (new URL(config.public_url).port === '0') throw new UsageError('PORT=0 gives the link no port: set PORT or PUBLIC_URL for this command')
    const secret = await requireKnownSecret(db, config)
    const { link, expires_at } = await createAdmin(db, email, { secret, random: randomBytes, public_url: config.public_url })
    print(`Start the server and open this link to set the name and the password of the administrator. It works once, until ${expires_at}:`)
    print(link)
  }

const useNewSecret: Command = async (db, config) => {
  await changeSecret(db, config)
  print('The configured secret key is used from now on. Shares made with the earlier one have ended; Google accounts and apps have to be connected again')
}

const readCommand = (): Command => {
  const [command, email, ...rest] = parseArgs({ allowPositionals: true }).positionals
  if (command === 'change-secret' && email === undefined) return useNewSecret
  if (command !== 'create' || email === undefined || rest.length)
    throw new UsageError('Usage: npm run admin -- create <email>, or npm run admin -- change-secret')
  if (!Check(Email, email)) throw new UsageError(`${email} is not an e-mail address`)
  return create(email)
}

let command: Command
runCommand(
  (db, config) => command(db, config),
  () => {
    command = readCommand()
  },
)
