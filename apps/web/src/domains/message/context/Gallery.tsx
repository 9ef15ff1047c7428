import type { MessageImage } from '@sukoyaka/wire/care/message'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Lightbox } from '../../../ui/picture/Lightbox.tsx'
import { useLazyListRoomImagesQuery } from '../rooms/api.ts'
import { inOrder } from './gallery.ts'

/** More images are loaded once fewer than this many loaded images are before or after the shown image. */
const preloadThreshold = 3
const pageSize = 20

type Props = { room_id: number; image: MessageImage; onClose: () => void }

/** Lightbox with all images of a conversation in chronological order, starting at `image`. Preloads in both directions. */
export function Gallery({ room_id, image, onClose }: Props) {
  const { t } = useTranslation('message_room')
  const [read] = useLazyListRoomImagesQuery()
  const [images, setImages] = useState<readonly MessageImage[]>([image])
  const [shownId, setShownId] = useState(image.attachment_id)
  const [hasMore, setHasMore] = useState({ older: false, newer: false })
  const at = Math.max(
    0,
    images.findIndex(({ attachment_id }) => attachment_id === shownId),
  )

  const load = async (anchor: MessageImage, limit_before: number, limit_after: number) => {
    const { data } = await read({ id: room_id, anchor_message_id: anchor.message_id, limit_before, limit_after })
    if (!data) return
    setImages((previous) => inOrder([...previous, ...data.items]))
    setHasMore((now) => ({ older: limit_before ? data.has_before : now.older, newer: limit_after ? data.has_after : now.newer }))
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: loads once, around the initial image
  useEffect(() => void load(image, pageSize, pageSize), [])
  const move = (to: number) => {
    setShownId(images[to]!.attachment_id)
    if (hasMore.older && to < preloadThreshold) void load(images[0]!, pageSize, 0)
    if (hasMore.newer && to >= images.length - preloadThreshold) void load(images.at(-1)!, 0, pageSize)
  }
  const pictures = useMemo(() => images.map(({ name, variants }) => ({ src: variants.large, originalSrc: variants.original, name })), [images])
  return (
    <Lightbox
      title={images[at]?.name || t('images.title')}
      pictures={pictures}
      index={at}
      onMove={move}
      onClose={onClose}
      onExpired={() => void load(images[at]!, pageSize, pageSize)}
    />
  )
}
