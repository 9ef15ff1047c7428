import type { HabitGoal, HabitGoalTemplate } from '@sukoyaka/wire/care/habit'
import { IconCheck, IconPlus } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SearchInput } from '../../../ui/form/SearchInput.tsx'
import { Empty } from '../../../ui/layout/Empty.tsx'
import { QueryView } from '../../../ui/loading/QueryView.tsx'
import { SkeletonLines } from '../../../ui/loading/Skeleton.tsx'
import { Spinner } from '../../../ui/loading/Spinner.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { useAddHabitGoalMutation, useListHabitGoalTemplatesQuery } from '../api.ts'
import { KindPicture } from '../KindIcon.tsx'
import { reasonOf } from '../words.ts'
import { templatesFor } from './search.ts'
import classes from './TemplatePicker.module.css'

type Props = { user_id: number; goals: readonly HabitGoal[]; audience: 'staff' | 'patient'; searchId: string; onAdded: (template: HabitGoalTemplate) => void }

/** Goal templates with search; one press adds a goal. */
export function TemplatePicker({ user_id, goals, audience, searchId, onAdded }: Props) {
  const { t } = useTranslation('habit')
  const isOwn = audience === 'patient'
  const query = useListHabitGoalTemplatesQuery({})
  const templates = query.currentData?.items
  const [words, setWords] = useState('')
  const groups = useMemo(() => templatesFor(templates ?? [], words, (kind) => t(`kind.${kind}`)), [templates, words, t])
  const openTemplateIds = useMemo(() => new Set(goals.flatMap(({ template_id, achieved_on }) => (template_id && !achieved_on ? [template_id] : []))), [goals])
  const matchCount = groups.reduce((sum, { templates }) => sum + templates.length, 0)

  return (
    <>
      <div className={classes.search}>
        <SearchInput id={searchId} label={t(isOwn ? 'mine.search' : 'add.search')} value={words} onChange={setWords} />
        <p className="visually-hidden" role="status">
          {words.trim() && templates ? t('add.found', { count: matchCount }) : ''}
        </p>
      </div>
      <div className={classes.list}>
        <QueryView
          query={query}
          error={t(isOwn ? 'mine.templateError' : 'add.error')}
          isEmpty={() => matchCount === 0}
          empty={
            <Empty
              title={t(isOwn ? 'mine.noTemplate' : 'add.none', { words: words.trim().slice(0, 40) })}
              text={t(isOwn ? 'mine.noTemplateText' : 'add.noneText')}
            />
          }
          skeleton={
            <div className={classes.waiting}>
              <SkeletonLines count={8} />
            </div>
          }
        >
          {() =>
            groups.map(({ kind, templates }) => (
              <section key={kind} aria-labelledby={`${searchId}-${kind}`}>
                <h3 id={`${searchId}-${kind}`} className={classes.kind}>
                  <KindPicture kind={kind} />
                  {t(`kind.${kind}`)} <span className={classes.count}>{templates.length}</span>
                </h3>
                <ul>
                  {templates.map((template) => (
                    <Template
                      key={template.id}
                      user_id={user_id}
                      template={template}
                      audience={audience}
                      hasGoal={openTemplateIds.has(template.id)}
                      onAdded={onAdded}
                    />
                  ))}
                </ul>
              </section>
            ))
          }
        </QueryView>
      </div>
    </>
  )
}

type TemplateProps = Pick<Props, 'user_id' | 'audience' | 'onAdded'> & { template: HabitGoalTemplate; hasGoal: boolean }

function Template({ user_id, audience, template, hasGoal, onAdded }: TemplateProps) {
  const { t } = useTranslation('habit')
  const [add, { isLoading, isSuccess }] = useAddHabitGoalMutation()
  const added = hasGoal || isSuccess
  const run = async () => {
    const { error } = await add({ user_id, template_id: template.id })
    if (error) toast.error(t(audience === 'patient' ? 'mine.failed' : 'add.failed'), { text: reasonOf(error), onRetry: () => void run() })
    else onAdded(template)
  }
  return (
    <li>
      <button
        type="button"
        className={classes.template}
        aria-disabled={added || isLoading || undefined}
        aria-busy={isLoading || undefined}
        onClick={() => (added || isLoading ? undefined : void run())}
      >
        <span className={classes.content}>{template.content}</span>
        <span className={classes.mark}>
          {isLoading ? <Spinner /> : added ? <IconCheck aria-hidden /> : <IconPlus aria-hidden />}
          <span className={added ? undefined : 'visually-hidden'}>{t(added ? 'add.has' : 'card.add')}</span>
        </span>
      </button>
    </li>
  )
}
