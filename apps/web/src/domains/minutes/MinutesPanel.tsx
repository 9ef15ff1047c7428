import { fullName } from '@sukoyaka/rules/person'
import type { AutoMinutes, MinutesSentence } from '@sukoyaka/wire/care/minutes'
import { IconCheck, IconFileText, IconPencil, IconSparkles } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePermission } from '../../api/use-permission.ts'
import { Button } from '../../ui/button/Button.tsx'
import { formatDate, useLanguage } from '../../ui/date/tokyo.ts'
import { Card } from '../../ui/layout/Card.tsx'
import { Empty, ErrorState } from '../../ui/layout/Empty.tsx'
import { SkeletonLines, useSkeleton } from '../../ui/layout/Skeleton.tsx'
import { Badge } from '../../ui/status/Badge.tsx'
import { ActionItems } from './ActionItems.tsx'
import { ApproveDialog } from './ApproveDialog.tsx'
import { useReadAutoMinutesQuery } from './api.ts'
import classes from './Minutes.module.css'
import { MinutesEditor } from './MinutesEditor.tsx'
import { MinutesSections } from './MinutesSections.tsx'
import { RejectDialog } from './RejectDialog.tsx'
import { TranscriptDrawer } from './TranscriptDrawer.tsx'

type At = { what: 'read' } | { what: 'edit' } | { what: 'approve' } | { what: 'reject' } | { what: 'transcript'; sentence?: MinutesSentence }

type Props = {
  interview_id: number
  /** False if the interview has no recording, so that no minutes are expected. */
  isAwaited?: boolean
  /** Without a card frame, inside another card. */
  isInside?: boolean
}

/** Generated minutes of an interview for the care team: verify against the transcript, edit and approve. */
export function MinutesPanel({ interview_id, isAwaited = true, isInside = false }: Props) {
  const { t } = useTranslation('minutes')
  const { data, isLoading, isError, refetch } = useReadAutoMinutesQuery({ id: interview_id })
  const waiting = useSkeleton(isLoading)
  const held = data?.auto_minutes
  if (held) return <Held minutes={held} isInside={isInside} />
  if (!isAwaited) return null
  return (
    <Card title={t('title')} busy={isLoading}>
      {waiting ? <SkeletonLines count={5} /> : null}
      {isError ? <ErrorState title={t('error')} onRetry={() => void refetch()} /> : null}
      {data ? <Empty title={t('none')} text={t('noneText')} /> : null}
    </Card>
  )
}

function Held({ minutes, isInside }: { minutes: AutoMinutes; isInside: boolean }) {
  const { t } = useTranslation('minutes')
  const may = usePermission('interview_notes.write')
  const [at, setAt] = useState<At>({ what: 'read' })
  const back = () => setAt({ what: 'read' })
  const isDraft = minutes.status === 'draft'
  const isEditing = at.what === 'edit'
  const title = (
    <span className={classes.title}>
      {t('title')}
      <Badge tone="accent" icon={<IconSparkles size={14} aria-hidden />}>
        {t('byAi')}
      </Badge>
      {isDraft ? (
        <Badge tone="outline">{t('unread')}</Badge>
      ) : (
        <Badge tone="healthy" icon={<IconCheck size={14} aria-hidden />}>
          {t('approved')}
        </Badge>
      )}
    </span>
  )
  const action =
    may && !isEditing ? (
      <>
        <Button kind="ghost" icon={<IconPencil aria-hidden />} onClick={() => setAt({ what: 'edit' })}>
          {t('edit')}
        </Button>
        {isDraft ? (
          <Button icon={<IconCheck aria-hidden />} onClick={() => setAt({ what: 'approve' })}>
            {t('approve')}
          </Button>
        ) : null}
      </>
    ) : null
  return (
    <Card title={title} level={isInside ? 3 : 2} action={action} className={`${classes.card} ${isInside ? classes.bare : ''}`}>
      <State minutes={minutes} />
      {isEditing ? (
        <MinutesEditor minutes={minutes} onClose={back} />
      ) : (
        <div className={classes.well}>
          <MinutesSections sections={minutes.sections} transcript={minutes.transcript} onSource={(sentence) => setAt({ what: 'transcript', sentence })} />
        </div>
      )}
      <ActionItems items={minutes.action_items} may={may} />
      <footer className={classes.foot}>
        <Button kind="ghost" size="small" icon={<IconFileText aria-hidden />} onClick={() => setAt({ what: 'transcript' })}>
          {t('transcript.open')}
        </Button>
        {may && isDraft && !isEditing ? (
          <Button kind="neutral" size="small" onClick={() => setAt({ what: 'reject' })}>
            {t('reject')}
          </Button>
        ) : null}
      </footer>
      {at.what === 'transcript' ? <TranscriptDrawer transcript={minutes.transcript} sentence={at.sentence} onClose={back} /> : null}
      {at.what === 'approve' ? <ApproveDialog minutes={minutes} onClose={back} /> : null}
      {at.what === 'reject' ? <RejectDialog minutes={minutes} onClose={back} /> : null}
    </Card>
  )
}

function State({ minutes: { status, decided_by, decided_at, duration_seconds } }: { minutes: AutoMinutes }) {
  const { t } = useTranslation('minutes')
  const language = useLanguage()
  const said =
    status === 'approved' && decided_by && decided_at
      ? t('approvedBy', { name: fullName(decided_by, language), at: formatDate(decided_at, language, { time: true }) })
      : duration_seconds
        ? t('from', { minutes: Math.max(1, Math.round(duration_seconds / 60)) })
        : undefined
  return said ? <p className={classes.state}>{said}</p> : null
}
