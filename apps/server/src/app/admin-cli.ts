import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { Email } from '@sukoyaka/wire/people/account'
import { Check } from 'typebox/value'
import { readSecret } from '../config/secret.ts'
import { print, runCommand, UsageError } from '../database/run-command.ts'
import { createAdmin } from '../domains/registration/actions/create-admin.ts'

/** The e-mail address in the arguments `create <email>`. */
const readEmail = () => {
  const [command, email, ...rest] = parseArgs({ allowPositionals: true }).positionals
  if (command !== 'create' || email === undefined || rest.length) throw new UsageError('Usage: npm run admin -- create <email>')
  if (!Check(Email, email)) throw new UsageError(`${email} is not an e-mail address`)
  return email
}

let email = ''
runCommand(
  async (db, config) => {
    if (new URL(config.public_url).port === '0') throw new UsageError('PORT=0 gives the link no port: set PORT or PUBLIC_URL for this command')
    const { link, expires_at } = await createAdmin(db, email, { secret: readSecret(config), random: randomBytes, public_url: config.public_url })
    print(`Start the server and open this link to set the name and the password of the administrator. It works once, until ${expires_at}:`)
    print(link)
  },
  () => {
    email = readEmail()
  },
)
