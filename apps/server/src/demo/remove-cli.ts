import { print, runCommand } from '../database/run-command.ts'
import { removeDemo } from './remove.ts'

runCommand(async (db) => {
  const { patients, colleagues, locked } = await removeDemo(db)
  print(`Removed ${patients} demo patients with their records and ${colleagues} demo colleagues.`)
  if (locked) print(`${locked} demo colleagues are authors in the records of other patients: their accounts are deactivated, without address and password.`)
})
