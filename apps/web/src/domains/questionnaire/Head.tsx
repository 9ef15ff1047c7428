import { tokyoDay } from '@sukoyaka/rules/time'
import { IconCloudCheck, IconCloudOff, IconCloudUp, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { SaveState } from '../../api/use-unsent-answers.ts'
import { IconButton } from '../../ui/button/IconButton.tsx'
import { formatDate, formatTime, useLanguage } from '../../ui/date/tokyo.ts'
import { Progress } from '../../ui/status/Progress.tsx'
import classes from './QuestionnaireForm.module.css'

const secondsPerQuestion = 3.3

/** Header of a questionnaire: close button, title and, if `total` is not 0, progress. */
export function Head({ title, part, answered, total, onClose }: { title: string; part?: string; answered: number; total: number; onClose: () => void }) {
  const { t } = useTranslation(['questionnaire', 'common'])
  const minutes = Math.ceil(((total - answered) * secondsPerQuestion) / 60)
  const done = t('questionnaire:progress', { answered, total })
  return (
    <header className={classes.head} data-closable-head>
      <div className={classes.headLine}>
        <IconButton size="large" label={t(total ? 'questionnaire:close' : 'common:action.close')} icon={<IconX aria-hidden />} onClick={onClose} />
        <h1 className={classes.name}>{title}</h1>
        {total ? (
          <div className={classes.progress}>
            <div className={classes.progressWords}>
              <span className={classes.part}>{part}</span>
              <span className={classes.count}>
                {done}
                {minutes > 0 ? <span className={classes.minutes}>{t('questionnaire:minutes', { count: minutes })}</span> : null}
              </span>
            </div>
            <Progress value={answered} max={total} label={done} />
          </div>
        ) : null}
      </div>
    </header>
  )
}

/** Save state; on phones the icon only, unless answers are not saved. */
export function SaveStatus({ state, updated_at }: { state: SaveState; updated_at?: string }) {
  const { t } = useTranslation('questionnaire')
  const language = useLanguage()
  const at = state.kind === 'saved' ? state.at : state.kind === 'none' ? updated_at : undefined
  // the questionnaire was already sent, for example in another window
  const isClosed = state.kind === 'rejected' && state.status === 409
  const timeOf = (at: string) => (tokyoDay(at) === tokyoDay(new Date()) ? formatTime(at) : formatDate(at, language, { time: true }))
  const words = at ? t('saved', { time: timeOf(at) }) : isClosed ? t('answeredOther') : state.kind === 'none' || state.kind === 'saved' ? '' : t(state.kind)
  return (
    <p className={classes.saved} role="status" data-state={isClosed ? 'closed' : state.kind}>
      {at ? <IconCloudCheck aria-hidden /> : state.kind === 'saving' ? <IconCloudUp aria-hidden /> : words && !isClosed ? <IconCloudOff aria-hidden /> : null}
      <span>{words}</span>
    </p>
  )
}
