import type { Share } from '@sukoyaka/wire/boards/share'
import { IconBan, IconClock, IconEye, IconEyeOff, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button/Button.tsx'
import { formatDate, useLanguage } from '../../ui/date/tokyo.ts'
import { useFormDraft } from '../../ui/form/use-form-draft.ts'
import { Card } from '../../ui/layout/Card.tsx'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { Badge } from '../../ui/status/Badge.tsx'
import { useRevokeShareMutation } from './api.ts'
import { formKeyOf } from './ShareForm.tsx'
import classes from './Shares.module.css'
import { useShareWords } from './words.ts'

type Props = { shares: readonly Share[]; shownId: number | undefined; onShow: (id: number | 'new') => void }

/** The shares, each with when it was opened; those in the state `open` can be shown and stopped. */
export function ShareList({ shares, shownId, onShow }: Props) {
  const { t } = useTranslation('share')
  const [shareToStop, setShareToStop] = useState<Share>()
  return (
    <Card title={t('list.title')} className={classes.list}>
      {shownId === undefined ? null : (
        <Button kind="secondary" block icon={<IconPlus aria-hidden />} onClick={() => onShow('new')}>
          {t('list.add')}
        </Button>
      )}
      {shares.length ? (
        <ul>
          {shares.map((share) => (
            <li key={share.id} className={classes.share}>
              <ShareRow share={share} />
              {share.state === 'open' ? (
                <div className={classes.actions}>
                  <Button kind="neutral" aria-label={`${t('list.show')}: ${share.name}`} aria-pressed={share.id === shownId} onClick={() => onShow(share.id)}>
                    {t(share.id === shownId ? 'list.shown' : 'list.show')}
                  </Button>
                  <Button kind="danger-outline" aria-label={`${t('list.stop')}: ${share.name}`} onClick={() => setShareToStop(share)}>
                    {t('list.stop')}
                  </Button>
                </div>
              ) : null}
            </li>
          ))}
        </ul>
      ) : (
        <p className={classes.quiet}>{t('list.none')}</p>
      )}
      {shareToStop ? <StopDialog share={shareToStop} onClose={() => setShareToStop(undefined)} /> : null}
    </Card>
  )
}

function ShareRow({ share }: { share: Share }) {
  const { t } = useTranslation('share')
  const language = useLanguage()
  const words = useShareWords()
  const { name, state, parts, created_at, expires_at, revoked_at, opening_count, openings } = share
  const at = (instant: string) => formatDate(instant, language, { time: true })
  const OpenedIcon = opening_count ? IconEye : IconEyeOff
  return (
    <>
      <div className={classes.shareHead}>
        <h3 className={state === 'open' ? undefined : classes.over}>{name}</h3>
        <Badge
          tone={state === 'open' ? 'outline' : 'neutral'}
          icon={state === 'open' ? <IconClock size={14} aria-hidden /> : <IconBan size={14} aria-hidden />}
        >
          {words.state(share)}
        </Badge>
      </div>
      <p className={classes.quiet}>{words.parts(parts)}</p>
      <p className={classes.quiet}>
        {state === 'revoked' && revoked_at
          ? t('list.revoked', { day: at(revoked_at) })
          : state === 'locked'
            ? t('list.locked')
            : `${at(created_at)}–${at(expires_at)}`}
      </p>
      <p className={classes.opened}>
        <OpenedIcon aria-hidden />
        {words.opened(share)}
      </p>
      {opening_count > 1 ? (
        <details className={classes.openings}>
          <summary>{t('opened.all', { count: openings.length })}</summary>
          <ul>
            {openings.map((opening) => (
              <li key={opening.opened_at}>{words.opening(opening)}</li>
            ))}
          </ul>
        </details>
      ) : null}
    </>
  )
}

function StopDialog({ share, onClose }: { share: Share; onClose: () => void }) {
  const { t } = useTranslation('share')
  const { id, name } = share
  const [revoke, { isLoading }] = useRevokeShareMutation()
  const { forget } = useFormDraft(formKeyOf(share), undefined)
  const stop = async () => {
    const { error } = await revoke({ id })
    if (error) toast.error(t('stop.failed'))
    else {
      // unsaved changes of a share that is over cannot be saved
      forget()
      toast.success(t('stop.done'), { text: name })
    }
    onClose()
  }
  return (
    <ConfirmDialog
      title={t('stop.title')}
      question={t('stop.question', { name })}
      confirm={t('list.stop')}
      kind="danger"
      isBusy={isLoading}
      onConfirm={() => void stop()}
      onClose={onClose}
    />
  )
}
