import { useParams } from 'react-router'
import { selectMe } from '../../../api/session.ts'
import { useAppSelector } from '../../../api/store.ts'
import { PageError } from '../../../ui/page/page-error.ts'
import { tables } from '../tables/all.ts'
import { Records } from './Records.tsx'

/** A table of the administration; 404 for an unknown table and for roles other than admin. */
export function RecordsPage() {
  const me = useAppSelector(selectMe)
  const { table: name } = useParams()
  const table = tables.find((each) => each.name === name)
  if (me?.role !== 'admin' || !table) throw new PageError(404)
  return <Records key={table.name} table={table} />
}
