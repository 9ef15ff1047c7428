import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { usePermission } from '../../api/use-permission.ts'
import { AddButton } from '../../ui/button/AddButton.tsx'
import { lazyNamed } from '../../ui/loading/lazy-named.ts'

const CreateDialog = lazyNamed(() => import('./CreateDialog.tsx'), 'CreateDialog')

/** Opens the dialog that books an interview with this patient; requires `bookings.write`. */
export function CreateButton({ user_id }: { user_id: number }) {
  const { t } = useTranslation('interview')
  const navigate = useNavigate()
  const [open, setOpen] = useState(false)
  if (!usePermission('bookings.write')) return null
  return (
    <>
      <AddButton label={t('schedule.create')} onClick={() => setOpen(true)} />
      <Suspense>
        {open ? <CreateDialog user_id={user_id} onClose={() => setOpen(false)} onCreated={(id) => void navigate(`/interviews/${id}`)} /> : null}
      </Suspense>
    </>
  )
}
