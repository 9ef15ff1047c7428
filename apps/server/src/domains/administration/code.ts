import type { AppContext } from '../../context/app-context.ts'

/** Code of a new row of a catalogue, which the reference data never uses. */
export const newCode = ({ random }: Pick<AppContext, 'random'>) => `admin_${random(8).toString('hex')}`
