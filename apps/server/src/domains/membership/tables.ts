import { patientTable } from '../../access/patient-table.ts'
import { ref } from '../../database/columns.ts'
import { contract_charges } from '../contract/tables.ts'

export const contract_charge_payments = patientTable(
  'contract_charge_payments',
  { payment_id: ref().primaryKey(), charge_id: ref().notNull() },
  { column: 'charge_id', parent: contract_charges },
)
