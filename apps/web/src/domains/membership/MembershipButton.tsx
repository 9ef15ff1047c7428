import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button/Button.tsx'
import { lazyNamed } from '../../ui/loading/lazy-named.ts'

const MembershipDialog = lazyNamed(() => import('./MembershipDialog.tsx'), 'MembershipDialog')

/** For staff: opens the patient's contract. */
export function MembershipButton({ user_id }: { user_id: number }) {
  const { t } = useTranslation('contract')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button kind="ghost" size="small" onClick={() => setOpen(true)}>
        {t('open')}
      </Button>
      <Suspense>{isOpen ? <MembershipDialog user_id={user_id} onClose={() => setOpen(false)} /> : null}</Suspense>
    </>
  )
}
