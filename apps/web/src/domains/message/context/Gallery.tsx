import type { MessageImage } from '@sukoyaka/wire/care/message'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Lightbox } from '../../../ui/overlay/Lightbox.tsx'
import { useLazyListRoomImagesQuery } from '../rooms/api.ts'
import { inOrder } from './gallery.ts'

/** Loads more images this close to the end of the loaded ones. */
const near = 3
const many = 20

type Props = { room_id: number; image: MessageImage; onClose: () => void }

/** Lightbox with all images of a conversation in chronological order, starting at the given one. Preloads in both directions. */
export function Gallery({ room_id, image, onClose }: Props) {
  const { t } = useTranslation('message_room')
  const [read] = useLazyListRoomImagesQuery()
  const [images, setImages] = useState<readonly MessageImage[]>([image])
  const [shown, setShown] = useState(image.attachment_id)
  const [ends, setEnds] = useState({ older: false, newer: false })
  const at = Math.max(
    0,
    images.findIndex(({ attachment_id }) => attachment_id === shown),
  )

  const load = async (anchor: MessageImage, limit_before: number, limit_after: number) => {
    const { data } = await read({ id: room_id, anchor_message_id: anchor.message_id, limit_before, limit_after })
    if (!data) return
    setImages((held) => inOrder([...held, ...data.items]))
    setEnds((now) => ({ older: limit_before ? data.has_before : now.older, newer: limit_after ? data.has_after : now.newer }))
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: loads once, around the initial image
  useEffect(() => void load(image, many, many), [])
  const move = (to: number) => {
    setShown(images[to]!.attachment_id)
    if (ends.older && to < near) void load(images[0]!, many, 0)
    if (ends.newer && to >= images.length - near) void load(images.at(-1)!, 0, many)
  }
  const pictures = useMemo(() => images.map(({ name, variants }) => ({ src: variants.large, fine: variants.original, name })), [images])
  return (
    <Lightbox
      title={images[at]?.name || t('images.title')}
      pictures={pictures}
      index={at}
      onMove={move}
      onClose={onClose}
      onExpired={() => void load(images[at]!, many, many)}
    />
  )
}
