/** What a scenario says of the registry. */
export interface RegistryStory {
  readonly modules: readonly ModuleStory[];
}

export interface ModuleStory {
  readonly namespace: string;
  readonly name: string;
  readonly provider: string;
  readonly about: string;
  readonly owner: string;
  readonly verified: boolean;
  /** Absolute path of the directory that is packed; left out: a minimal module is handed out. */
  readonly source?: string | undefined;
  /** URL of its repository, as the API's `source` shows it. */
  readonly repository: string;
  readonly versions: readonly string[];
  /** Downloads before the scenario began, by how long ago. */
  readonly downloads: {
    readonly week: number;
    readonly month: number;
    readonly year: number;
    readonly total: number;
  };
}
