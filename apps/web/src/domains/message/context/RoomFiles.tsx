import { fullName } from '@sukoyaka/rules/person'
import type { RoomFiles as Page, RoomFile } from '@sukoyaka/wire/care/message-room'
import { IconMessage } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button/Button.tsx'
import { IconButton } from '../../../ui/button/IconButton.tsx'
import { formatDate, useLanguage } from '../../../ui/date/tokyo.ts'
import { type Query, useQueryState } from '../../../ui/loading/QueryView.tsx'
import { japaneseLang, separatorOf } from '../../../ui/text/text-lang.ts'
import { useListRoomFilesQuery } from '../rooms/api.ts'
import { iconOf } from '../thread/row/Files.tsx'
import { sizeOf } from '../thread/size.ts'
import { useDownloadFile } from '../thread/use-download-file.ts'
import classes from './RoomFiles.module.css'

/** Files shown before the list is expanded. */
const shownAtFirst = 5

type Props = { room_id: number; onJump: (message_id: number) => void }

/** Files of a conversation, the newest first. `query` is one page; each older page is a query and cache entry of its own. */
export function RoomFiles({ room_id, onJump, query, isFirst = true }: Props & { query: Query<Page>; isFirst?: boolean }) {
  const { t } = useTranslation(['message_room', 'common'])
  const [isAll, setAll] = useState(!isFirst)
  const [isMore, setMore] = useState(false)
  const { data, isFailed } = useQueryState(query)
  const files = data?.items ?? []
  const visibleFiles = isAll ? files : files.slice(0, shownAtFirst)
  const last = files.at(-1)
  if (isFailed)
    return (
      <>
        <p className={classes.none}>{t('files.error')}</p>
        <More label={t('common:action.retry')} onMore={() => void query.refetch()} />
      </>
    )
  if (isFirst && !files.length) return <p className={classes.none}>{data ? t('files.none') : ' '}</p>
  return (
    <>
      <ul className={classes.list} aria-label={t('files.title')}>
        {visibleFiles.map((file) => (
          <FileRow key={file.attachment_id} file={file} onJump={onJump} />
        ))}
      </ul>
      {visibleFiles.length < files.length ? (
        <More label={t('files.more')} onMore={() => setAll(true)} />
      ) : data?.has_before && last ? (
        isMore ? (
          <OlderFiles room_id={room_id} onJump={onJump} before_id={last.message_id} />
        ) : (
          <More label={t('files.more')} onMore={() => setMore(true)} />
        )
      ) : null}
    </>
  )
}

function OlderFiles({ before_id, ...props }: Props & { before_id: number }) {
  const query = useListRoomFilesQuery({ id: props.room_id, before_id })
  return <RoomFiles {...props} query={query} isFirst={false} />
}

function More({ label, onMore }: { label: string; onMore: () => void }) {
  return (
    <Button kind="ghost" size="small" onClick={onMore}>
      {label}
    </Button>
  )
}

function FileRow({ file, onJump }: { file: RoomFile; onJump: Props['onJump'] }) {
  const { t } = useTranslation('message_room')
  const language = useLanguage()
  const dot = separatorOf(language)
  const saveFile = useDownloadFile()
  const Icon = iconOf(file)
  return (
    <li className={classes.item}>
      <a className={classes.file} href={file.address} download={file.name} onClick={(event) => void saveFile(event, file.message_id, file)}>
        <Icon className={classes.icon} aria-hidden />
        <span className={classes.words}>
          <span className="visually-hidden">{t('files.download')}: </span>
          <span className={classes.name} lang={japaneseLang(file.name)} title={file.name}>
            {file.name}
          </span>
          <span className={classes.facts}>
            {sizeOf(file.size)}
            {dot}
            <span className={classes.by} lang="ja">
              {fullName(file.sender, language)}
            </span>
            {dot}
            {formatDate(file.published_at, language, { year: false })}
          </span>
        </span>
      </a>
      <IconButton size="small" label={t('files.jump', { name: file.name })} icon={<IconMessage aria-hidden />} onClick={() => onJump(file.message_id)} />
    </li>
  )
}
