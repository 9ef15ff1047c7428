import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button/Button.tsx'
import { formatDate, useLanguage } from '../../ui/date/tokyo.ts'
import { QueryCard } from '../../ui/loading/QueryCard.tsx'
import { SkeletonLines } from '../../ui/loading/Skeleton.tsx'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { useListQuestionnairesQuery } from './api.ts'
import { QuestionnaireItem } from './QuestionnaireItem.tsx'
import classes from './QuestionnairesCard.module.css'
import { useOpenQuestionnaire } from './use-open-questionnaire.ts'

type Props = { user_id: number; isOwn?: boolean; mayAnswer: boolean; children?: ReactNode }

/** The latest answered questionnaire, and how many answers the open one has. A dialog lists all answered ones. `children` comes first. */
export function QuestionnairesCard({ user_id, isOwn = false, mayAnswer, children }: Props) {
  const { t } = useTranslation('questionnaire')
  const language = useLanguage()
  const query = useListQuestionnairesQuery({ user_id })
  const [isAll, setAll] = useState(false)
  const open = query.currentData?.items.find(({ answered_at, version }) => answered_at === null && version > 0)
  const { start, isLoading } = useOpenQuestionnaire(user_id, open?.parts)
  const answered = query.currentData?.items.filter(({ answered_at }) => answered_at !== null) ?? []
  const openAnswerCount = open ? open.symptom_count + open.lifestyle_count + open.allergy_count : 0
  return (
    <QueryCard
      title={t('card.title')}
      query={query}
      error={t('card.error')}
      skeleton={<SkeletonLines count={2} />}
      action={
        answered.length > 1 ? (
          <Button kind="ghost" size={isOwn ? 'medium' : 'small'} forward onClick={() => setAll(true)}>
            {t('card.earlier')}
          </Button>
        ) : undefined
      }
      more={
        isAll ? (
          <Dialog title={t('card.all')} onClose={() => setAll(false)}>
            <ul className={classes.all}>
              {answered.map((questionnaire) => (
                <li key={questionnaire.id}>
                  <p className={classes.day}>{formatDate(questionnaire.answered_at!, language)}</p>
                  <QuestionnaireItem questionnaire={questionnaire} />
                </li>
              ))}
            </ul>
          </Dialog>
        ) : null
      }
    >
      {() => (
        <div className={classes.body}>
          {children}
          {open && openAnswerCount ? <p className={classes.text}>{t('card.open', { count: openAnswerCount })}</p> : null}
          {answered[0] ? (
            <div>
              <p className={classes.day}>{formatDate(answered[0].answered_at!, language)}</p>
              <QuestionnaireItem questionnaire={answered[0]} />
            </div>
          ) : (
            <p className={classes.text}>{t('card.empty')}</p>
          )}
          {mayAnswer ? (
            <Button kind={isOwn ? 'soft' : 'secondary'} size={isOwn ? 'large' : 'small'} loading={isLoading} onClick={() => void start()}>
              {t(open ? (isOwn ? 'card.resume' : 'card.resumeStaff') : isOwn ? 'card.start' : 'card.startStaff')}
            </Button>
          ) : null}
        </div>
      )}
    </QueryCard>
  )
}
