import type { Recommendation } from '@sukoyaka/wire/people/recommendation'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
import { lengthOf } from '../../../ui/form/length.ts'
import { TextArea } from '../../../ui/form/TextArea.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { useDeclineRecommendationMutation } from '../api.ts'
import { maxReasonLength } from './limits.ts'

/** The patient declines a recommendation this time, with words for the care team or without. */
export function DeclineDialog({ recommendation: { id, product }, onClose }: { recommendation: Recommendation; onClose: () => void }) {
  const { t } = useTranslation('recommend')
  const [decline] = useDeclineRecommendationMutation()
  const name = product?.display_name ?? ''
  const form = useForm(
    `recommendations/${id}/declined`,
    { words: '' },
    {
      check: ({ words }) => ({ words: lengthOf(words) > maxReasonLength }),
      send: ({ words }) => decline({ id, words: words.trim() }),
      messages: { done: t('decline.done'), failed: t('decline.failed'), text: name },
      onClose,
    },
  )
  return (
    <FormDialog form={form} title={t('decline.title')} subtitle={name} submit={t('decline.submit')}>
      <TextArea data-autofocus label={t('decline.words')} hint={t('decline.hint')} maxLength={maxReasonLength} {...form.field('words')} />
    </FormDialog>
  )
}
