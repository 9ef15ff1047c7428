import type { Recommendation } from '@sukoyaka/wire/people/recommendation'
import { clsx } from 'clsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../ui/date/tokyo.ts'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
import { lengthOf } from '../../../ui/form/length.ts'
import { TextArea } from '../../../ui/form/TextArea.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { recordLang } from '../../../ui/text/record-lang.ts'
import { useDeclineRecommendationMutation } from '../api.ts'
import { maxReasonLength } from './limits.ts'
import classes from './Recommend.module.css'

/** The patient declines a recommendation this time, with optional words for the care team. */
export function DeclineDialog({ recommendation, onClose }: { recommendation: Recommendation; onClose: () => void }) {
  const { t } = useTranslation('recommend')
  const [decline] = useDeclineRecommendationMutation()
  const language = useLanguage()
  const { id, product, reason, updated_at } = recommendation
  const [openedAt] = useState(updated_at)
  const [isRenewed, setRenewed] = useState(false)
  const name = product?.display_name ?? ''
  const form = useForm(
    `recommendations/${id}/declined`,
    { words: '' },
    {
      // the version that the patient read before opening the dialog; a newer one can be declined only after a conflict has shown it
      version: isRenewed ? updated_at : openedAt,
      check: ({ words }) => ({ words: lengthOf(words) > maxReasonLength }),
      send: ({ words }, version) => decline({ id, words: words.trim(), updated_at: version }),
      messages: { done: t('decline.done'), failed: t('decline.failed'), conflict: t('decline.conflict'), text: name },
      onFailed: ({ code }) => setRenewed(code === 'conflict'),
      onClose,
    },
  )
  return (
    <FormDialog
      form={form}
      title={t('decline.title')}
      subtitle={name}
      submit={t('decline.submit')}
      theirs={
        <p className={clsx(classes.declined, classes.reason)} lang={recordLang(reason, language)}>
          {reason}
        </p>
      }
    >
      <TextArea data-autofocus label={t('decline.words')} hint={t('decline.hint')} maxLength={maxReasonLength} {...form.field('words')} />
    </FormDialog>
  )
}
