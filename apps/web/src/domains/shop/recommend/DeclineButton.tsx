import type { Recommendation } from '@sukoyaka/wire/people/recommendation'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button/Button.tsx'
import { save } from '../../../ui/form/save.ts'
import { lazyNamed } from '../../../ui/loading/lazy-named.ts'
import { useUndoDeclineMutation } from '../api.ts'

const DeclineDialog = lazyNamed(() => import('./DeclineDialog.tsx'), 'DeclineDialog')

/** For the patient: declines the recommendation, or undoes this. */
export function DeclineButton({ recommendation, kind = 'secondary' }: { recommendation: Recommendation; kind?: 'secondary' | 'ghost' }) {
  const { t } = useTranslation('recommend')
  const [isOpen, setOpen] = useState(false)
  const [undo, { isLoading }] = useUndoDeclineMutation()
  const { id, declined_at, product } = recommendation
  const takeBack = () => save(() => undo({ id }), { done: t('decline.undone'), failed: t('decline.undoFailed'), text: product?.display_name })
  return (
    <>
      {declined_at ? (
        <Button loading={isLoading} onClick={takeBack}>
          {t('decline.undo')}
        </Button>
      ) : (
        <Button kind={kind} onClick={() => setOpen(true)}>
          {t('decline.open')}
        </Button>
      )}
      <Suspense>{isOpen ? <DeclineDialog recommendation={recommendation} onClose={() => setOpen(false)} /> : null}</Suspense>
    </>
  )
}
