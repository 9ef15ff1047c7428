import type { Reach } from '../../access/gate.ts'
import { removeRow } from '../../access/rows.ts'
import type { Db } from '../../database/db.ts'
import { allergy_reactions, family_past_illnesses, past_illnesses, performed_operations } from './tables.ts'

export const removeAllergy = (db: Db, reach: Reach, id: number) => removeRow(db, reach, allergy_reactions, id)
export const removePastIllness = (db: Db, reach: Reach, id: number) => removeRow(db, reach, past_illnesses, id)
export const removeFamily = (db: Db, reach: Reach, id: number) => removeRow(db, reach, family_past_illnesses, id)
export const removeOperation = (db: Db, reach: Reach, id: number) => removeRow(db, reach, performed_operations, id)
