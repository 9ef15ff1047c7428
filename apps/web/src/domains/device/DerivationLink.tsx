import { tokyoDay } from '@sukoyaka/rules/time'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button/Button.tsx'
import { lazyNamed } from '../../ui/loading/lazy-named.ts'
import classes from './Derivation.module.css'

const DerivationDialog = lazyNamed(() => import('./DerivationCard.tsx'), 'DerivationDialog')

/** Opens the dialog that explains how today’s steps, sleep and other device values were derived. */
export function DerivationLink({ user_id }: { user_id: number }) {
  const { t } = useTranslation('device')
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={classes.link}>
      <Button kind="ghost" size="small" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('why.link')}
      </Button>
      <Suspense>{isOpen ? <DerivationDialog user_id={user_id} day={tokyoDay(new Date())} onClose={() => setOpen(false)} /> : null}</Suspense>
    </div>
  )
}
