// Standing pages as the newsroom shows them.

export interface PageRow {
  id: string;
  slug: string;
  title: string;
  updatedAt: Date;
}

export interface PageFields {
  title: string;
  slug: string;
  summary: string;
  content: string;
}

/** A page as somebody begins to edit it; `version` tells whether it changed meanwhile, and is 0 for a new one. */
export interface EditedPage extends PageFields {
  id: string;
  version: number;
}

export interface PageDifference {
  label: string;
  theirs: string;
  yours: string;
}
