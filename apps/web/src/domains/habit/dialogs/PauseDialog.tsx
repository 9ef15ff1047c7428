import { addDays } from '@sukoyaka/rules/time'
import type { HabitGoal } from '@sukoyaka/wire/care/habit'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Segmented } from '../../../ui/choice/Segmented.tsx'
import { formatSentenceDate, useLanguage } from '../../../ui/date/tokyo.ts'
import { SubmitButtons } from '../../../ui/form/SubmitButtons.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { today } from '../use-toggle-achieved.ts'
import classes from './GoalFields.module.css'
import { usePause } from './use-pause.ts'

const lengths = ['3', '7', '14'] as const

/** Pauses goals for a number of days; no reason is required. */
export function PauseDialog({ goals, audience, onClose }: { goals: readonly HabitGoal[]; audience: 'staff' | 'patient'; onClose: () => void }) {
  const { t } = useTranslation(['habit', 'common'])
  const language = useLanguage()
  const pause = usePause()
  const [length, setLength] = useState<(typeof lengths)[number]>('7')
  const until = addDays(today(), Number(length) - 1)
  return (
    <Dialog
      title={t(`habit:pause.title.${audience}`)}
      onClose={onClose}
      onSubmit={() => {
        pause(goals, until)
        onClose()
      }}
      footer={(close) => <SubmitButtons label={t(`habit:pause.save.${audience}`)} onCancel={close} />}
    >
      <p>{t(`habit:pause.text.${audience}`)}</p>
      <div className={classes.length}>
        <Segmented
          label={t('habit:pause.length')}
          value={length}
          onChange={setLength}
          options={lengths.map((value) => ({ value, label: t('habit:pause.days', { count: Number(value) }) }))}
        />
      </div>
      <p>{t(`habit:pause.preview.${audience}`, { day: formatSentenceDate(until, language, { time: false }) })}</p>
    </Dialog>
  )
}
