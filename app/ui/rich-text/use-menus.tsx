// The menus at the cursor: blocks after "/", and articles after "[[". Loaded when the browser is idle, because keys typed
// while a menu loads would go into the text.
import type Quill from 'quill';
import { type ComponentType, type ReactNode, useCallback, useEffect, useState } from 'react';
import { whenIdle } from '../when-idle';
import type { BlockMenuProps } from './blocks/block-menu';
import type { LinkMenuProps } from './tools/link-menu';
import type { FindLinks } from './tools/typed-link';

interface Opened extends Pick<BlockMenuProps, 'isTyped' | 'left' | 'top'> {
  /** Undefined until it is loaded. */
  Menu?: ComponentType<BlockMenuProps>;
  Links?: ComponentType<LinkMenuProps>;
}

/** In pixels, as in the style sheet. */
const MENU_WIDTH = 320;
const MENU_GAP = 4;

type MenuActions = Pick<BlockMenuProps, 'ask' | 'openMedia' | 'pickImage' | 'openTargets'> & {
  findLinks: FindLinks | undefined;
};

interface Menus {
  /** @param isTyped whether "/" or "[[" was typed, which the chosen entry replaces */
  openMenu(isTyped: boolean, isLink?: boolean): void;
  menus: ReactNode;
}

const loadBlocks = () => import('./blocks/block-menu').then(({ BlockMenu }) => ({ Menu: BlockMenu }));
const loadLinks = () => import('./tools/link-menu').then(({ LinkMenu }) => ({ Links: LinkMenu }));

export function useMenus(quillOf: () => Quill, { findLinks, ...actions }: MenuActions): Menus {
  const [menu, setMenu] = useState<Opened | null>(null);
  // If it fails, opening a menu tries again.
  useEffect(() => whenIdle(() => void Promise.allSettled([loadBlocks(), loadLinks()])), []);
  const openMenu = useCallback(
    (isTyped: boolean, isLink = false) => {
      const quill = quillOf();
      const { left, bottom } = quill.getBounds(quill.getSelection(true).index) ?? { left: 0, bottom: 0 };
      const { offsetTop, clientWidth } = quill.container;
      const top = offsetTop + bottom + MENU_GAP;
      setMenu({ isTyped, left: Math.max(0, Math.min(left, clientWidth - MENU_WIDTH)), top });
      const loaded: Promise<Partial<Opened>> = isLink ? loadLinks() : loadBlocks();
      loaded.then(
        (menus) => setMenu((opened) => opened && { ...opened, ...menus }),
        // The toolbar and shortcuts remain.
        () => setMenu(null),
      );
    },
    [quillOf],
  );
  if (!menu) return { openMenu, menus: null };
  const { Menu, Links, isTyped, left, top } = menu;
  const place = { quill: quillOf(), left, top, onClose: () => setMenu(null) };
  const menus = (
    <>
      {Menu && <Menu {...place} {...actions} isTyped={isTyped} />}
      {Links && findLinks && <Links {...place} findLinks={findLinks} />}
    </>
  );
  return { openMenu, menus };
}
