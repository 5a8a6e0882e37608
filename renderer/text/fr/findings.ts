import type { findings as english } from '../en/findings.ts';

export const findings: Record<keyof typeof english, string> = {
  'finding.file_unreadable': 'Le fichier est endommagé et ne peut pas être lu. Renvoyez le document.',
  'finding.file_damaged': 'Le fichier est endommagé en partie : il manque une partie de l’image. Renvoyez le document.',
  'finding.document_unreadable':
    'Aucun texte n’a pu être lu sur le document. Prenez une photo plus nette et plus grande.',
  'finding.document_type_unknown':
    'Le type de document n’a pas été reconnu. Examinez le document, ou demandez-en un autre.',
  'finding.document_side_missing':
    'Seul le {present} du document a été envoyé. Envoyez aussi l’autre face, si le document en a une.',
  'finding.document_type_mismatch':
    'Le fichier a été déclaré comme « {declared} », mais montre un autre type de document ({found}). Examinez le document et corrigez son type.',
  'finding.document_side_mismatch':
    'Le fichier a été déclaré comme le « {declared} » du document, mais montre le « {found} ». Corrigez la face déclarée.',
  'finding.identity_document_missing':
    'Aucun des fichiers n’est une pièce d’identité. Envoyez un passeport, une carte d’identité, un titre de séjour ou un permis de conduire.',
  'finding.identity_not_read':
    'Aucune donnée d’identité n’a pu être lue de façon fiable sur le document. Prenez une photo plus nette.',
  'finding.image_blank': 'L’image est vide : elle est d’une seule couleur. Envoyez le côté imprimé.',
  'finding.image_resolution_too_low':
    'L’image fait {width}x{height} pixels : c’est trop peu pour une lecture fiable. Les lettres doivent avoir {letters_minimum} pixels de haut, et une image sans texte lisible doit faire {minimum}x{minimum} pixels. Prenez une photo plus grande.',
  'finding.image_blurred':
    'L’image est floue : sa netteté est de {sharpness}, et il faut au moins {minimum}. Tenez l’appareil photo immobile, laissez la mise au point se faire, et reprenez la photo.',
  'finding.image_too_dark':
    'L’image est trop sombre : sa luminosité est de {brightness} sur 255, et il faut au moins {minimum}. Reprenez-la avec plus de lumière.',
  'finding.image_too_bright':
    'L’image est délavée : ses parties les plus sombres sont à {darkest} sur 255, et la limite est de {maximum}. Reprenez-la avec moins de lumière.',
  'finding.image_glare':
    'Des reflets couvrent {percent} % de l’image ; la limite est de {maximum} %. S’il manque des données, inclinez le document pour éviter la lumière directe.',
  'finding.document_cut_off':
    'Le document est coupé : une ligne de {letters} lettres touche le bord de l’image ({side}). Photographiez le document entier.',
  'finding.authenticity_not_checked':
    'Aucune puce, aucun cachet numérique ni document mobile vérifiable n’a été reçu : rien ne prouve que le document est authentique.',
  'finding.chip_authentic': 'Les données de la puce sont signées par leur État et n’ont pas été modifiées.',
  'finding.chip_clone_excluded':
    'La puce a répondu au défi de cet appareil avec sa propre clé : ce n’est pas une copie.',
  'finding.seal_authentic': 'Le cachet numérique est signé par un signataire de confiance et n’a pas été modifié.',
  'finding.mdoc_authentic': 'Le document mobile est signé par un émetteur de confiance et n’a pas été modifié.',
  'finding.chip_copy_not_excluded':
    'Les données sont authentiques, mais une copie de la puce n’est pas exclue : la puce n’a répondu à aucun défi.',
  'finding.chip_deviation': 'La puce s’écarte de la norme, comme celles de certains États.',
  'finding.chip_algorithm_weak': 'La signature de la puce utilise un algorithme dépassé ou une clé courte.',
  'finding.chip_revocation_unknown':
    'Aucune liste de révocation à jour n’indique si le signataire de la puce est révoqué. Importez-en une sous Listes de confiance.',
  'finding.chip_missing':
    'La politique exige la puce de ce type de document, et aucune puce n’a été lue. Lisez la puce et envoyez ses fichiers.',
  'finding.chip_incomplete':
    'Il manque la zone de lecture (DG1) ou le visage (DG2) parmi les fichiers de la puce. Relisez la puce.',
  'finding.chip_unreadable': 'Les fichiers de la puce sont illisibles. Relisez la puce.',
  'finding.chip_signer_unknown':
    'Aucune liste de confiance chargée ne garantit le signataire de la puce. Importez une liste à jour de son État, ou contrôlez le document.',
  'finding.chip_signer_expired':
    'Le certificat du signataire de la puce n’était pas valable ce jour-là. Contrôlez le document.',
  'finding.chip_algorithm_unsupported':
    'La puce utilise un algorithme qui n’est pas vérifié ici. Contrôlez le document.',
  'finding.trust_list_missing':
    'Aucune liste de confiance n’est chargée : le signataire de la puce ne peut pas être reconnu. Importez-en une, puis relancez les contrôles.',
  'finding.trust_list_stale':
    'Une liste de confiance utilisée est trop ancienne ({lists}). Importez sa version la plus récente, puis relancez les contrôles.',
  'finding.seal_signer_unknown':
    'Aucune liste de confiance chargée ne contient le signataire du cachet numérique. Importez-en une, ou contrôlez le document.',
  'finding.seal_unreadable': 'Le cachet numérique est illisible. Prenez une image plus nette du code-barres.',
  'finding.seal_signer_expired':
    'Le certificat du signataire du cachet n’était pas valable lors de la signature. Contrôlez le document.',
  'finding.mdoc_unreadable': 'Le document mobile est illisible. Demandez-le à nouveau.',
  'finding.mdoc_issuer_unknown':
    'Aucune liste de confiance chargée ne garantit l’émetteur du document mobile. Importez-en une, ou contrôlez le document.',
  'finding.mdoc_holder_unproven':
    'Le document mobile ne prouve pas son titulaire : il n’y a aucune réponse signée de l’appareil dans cette session.',
  'finding.chip_print_mismatch': 'La puce et l’image du document ne concordent pas ({fields}). Comparez-les.',
  'finding.seal_print_mismatch':
    'Le cachet numérique et l’image du document ne concordent pas ({fields}). Comparez-les.',
  'finding.chip_signature_invalid':
    'La signature des données de la puce est fausse. Considérez le document comme falsifié.',
  'finding.chip_data_altered':
    'Les données de la puce ont été modifiées après leur signature. Considérez le document comme falsifié.',
  'finding.chip_data_not_covered':
    'Les fichiers de la puce contiennent des données que sa signature ne couvre pas. Considérez le document comme falsifié.',
  'finding.chip_signer_revoked': 'Le certificat du signataire de la puce a été révoqué par son État.',
  'finding.chip_country_mismatch':
    'L’État de la zone de lecture de la puce n’est pas celui qui l’a signée. Considérez le document comme falsifié.',
  'finding.chip_zone_mismatch':
    'La zone de lecture imprimée, dont les chiffres de contrôle sont justes, diffère de celle de la puce ({fields}).',
  'finding.chip_clone_suspected': 'La réponse de la puce au défi est fausse : c’est peut-être une copie.',
  'finding.seal_signature_invalid':
    'La signature du cachet numérique est fausse. Considérez le document comme falsifié.',
  'finding.mdoc_signature_invalid':
    'La signature de l’émetteur du document mobile est fausse. Considérez-le comme falsifié.',
  'finding.mdoc_data_altered':
    'Les données du document mobile ont été modifiées après leur signature. Considérez-le comme falsifié.',
  'finding.mdoc_expired': 'Le document mobile n’était pas valable ce jour-là. Demandez-en un à jour.',
  'finding.mdoc_device_signature_invalid':
    'La réponse de l’appareil n’est pas signée avec la clé du document mobile : c’est peut-être une copie.',
  'finding.document_expired': 'Le document est expiré. Envoyez un document en cours de validité.',
  'finding.document_expired_unsure':
    'Le document semble expiré, mais la date n’a pas été lue de façon fiable. Vérifiez la date.',
  'finding.expiry_date_unsure': 'La date d’expiration n’a pas été lue de façon fiable. Comparez-la avec l’image.',
  'finding.expiry_date_unknown':
    'Aucune date d’expiration n’a pu être lue. Envoyez la face qui la porte, ou examinez le document.',
  'finding.issue_after_expiry':
    'La date de délivrance est postérieure à la date d’expiration. Comparez les deux dates avec l’image.',
  'finding.issue_date_in_future': 'La date de délivrance est dans le futur. Comparez-la avec l’image.',
  'finding.issued_before_birth':
    'La date de délivrance est antérieure à la date de naissance du titulaire. Comparez les deux dates avec l’image.',
  'finding.validity_too_long':
    'Le document est valable plus de {maximum} ans, ce qui est trop long pour son type. Comparez les deux dates avec l’image.',
  'finding.child_validity_long':
    'Le document a été délivré à un enfant pour plus de {maximum} ans, ce que peu de pays font. Comparez les dates avec l’image.',
  'finding.holder_under_age': 'Le titulaire a moins de {minimum} ans.',
  'finding.birth_date_implausible':
    'La date de naissance est dans le futur ou trop ancienne. Comparez-la avec le document.',
  'finding.mrz_missing':
    'La zone de lecture automatique (MRZ) du passeport n’a pas pu être lue. Envoyez une photo nette et bien à plat de toute la page de données.',
  'finding.mrz_not_found':
    'Aucune zone de lecture automatique (MRZ) n’a été trouvée sur la carte. Si la carte n’en a pas, aucune action n’est requise.',
  'finding.mrz_unreadable':
    'La zone de lecture automatique (MRZ) de la carte n’a pas pu être lue. Prenez-en une photo nette, juste au-dessus de la carte.',
  'finding.mrz_check_digits_wrong':
    'Des chiffres de contrôle de la MRZ ne concordent pas ({fields}). La MRZ est peut-être mal lue : comparez-la avec l’image.',
  'finding.mrz_unsure':
    'Un caractère de la MRZ est difficile à lire : sa certitude est de {confidence}, et il faut au moins {minimum}. Comparez-le avec l’image.',
  'finding.mrz_repaired':
    'Certains caractères de la MRZ étaient incertains. Les chiffres de contrôle en ont établi {characters}. Comparez-les avec l’image.',
  'finding.mrz_forged':
    'Des chiffres de contrôle de la MRZ sont faux sur une image nette ({fields}). Traitez le document comme falsifié.',
  'finding.name_mismatch': 'Le nom déclaré diffère de celui du document. Comparez les deux et interrogez le demandeur.',
  'finding.name_unsure':
    'Deux lectures du nom se ressemblent, mais sont peut-être des noms différents ({rules}). Comparez-les avec l’image.',
  'finding.name_agrees_by_rule':
    'Le nom déclaré concorde avec celui du document, mais pas lettre pour lettre ({rules}).',
  'finding.dob_mismatch':
    'La date de naissance déclarée diffère de celle du document. Comparez les deux et interrogez le demandeur.',
  'finding.nationality_mismatch': 'La nationalité déclarée diffère de celle du document. Comparez les deux.',
  'finding.name_not_compared':
    'Aucun nom, ou seulement une partie, n’a été lu pour être comparé au nom déclaré. Examinez le document.',
  'finding.dob_not_compared':
    'Aucune date de naissance n’a été lue pour être comparée à celle déclarée. Examinez le document.',
  'finding.nationality_not_compared': 'Aucune nationalité n’a été lue pour être comparée à celle déclarée.',
  'finding.front_back_mismatch':
    'Le recto et le verso du document se contredisent. Vérifiez qu’ils appartiennent au même document.',
  'finding.document_number_mismatch':
    'Le recto et le verso du document portent des numéros différents. Vérifiez qu’ils appartiennent au même document.',
  'finding.documents_mismatch': 'Deux documents se contredisent. Vérifiez qu’ils appartiennent à la même personne.',
  'finding.mrz_print_mismatch': 'La MRZ et le texte imprimé se contredisent. Comparez-les sur l’image.',
  'finding.print_name_misread':
    'Une lettre du nom imprimé a été mal lue. Sans elle, la MRZ et le nom déclaré concordent.',
  'finding.barcode_print_mismatch': 'Le code-barres contredit le texte imprimé ou la MRZ. Comparez-les sur l’image.',
  'finding.mrz_name_misread':
    'Un caractère de remplissage à côté du nom dans la MRZ a été lu comme une lettre. Le texte imprimé et le nom déclaré concordent.',
  'finding.nothing_to_compare': 'Aucune donnée ne vient de deux sources : rien n’a été comparé.',
  'finding.consent_refused':
    'Le demandeur n’a pas donné son consentement : les visages n’ont pas été comparés. Un examinateur doit vérifier l’identité.',
  'finding.selfie_missing': 'Aucun selfie n’a été envoyé : les visages n’ont pas été comparés. Envoyez un selfie.',
  'finding.face_selfie_not_found':
    'Aucun visage n’a été trouvé sur le selfie (meilleur score : {score} ; il faut {minimum}). Reprenez le selfie, face à la caméra et bien éclairé.',
  'finding.face_portrait_not_found':
    'Aucun portrait n’a été trouvé sur une pièce d’identité (meilleur score : {score} ; il faut {minimum}). Envoyez une photo nette de toute la face qui porte le portrait.',
  'finding.face_too_small':
    'Le visage fait {width}x{height} pixels, et il en faut au moins {minimum}x{minimum} pour le comparer. Prenez la photo de plus près, ou avec une meilleure résolution.',
  'finding.face_several':
    'Le selfie montre {faces} visages. En taille et en position, le visage principal n’est que {ratio} fois plus visible que le suivant ; il faut au moins {minimum} fois. Choisissez le visage du demandeur, ou demandez un selfie où il est seul.',
  'finding.face_others_present':
    'Le selfie montre {faces} visages. Le visage principal a été retenu : en taille et en position, il est {ratio} fois plus visible que le suivant.',
  'finding.face_other_matches':
    'Le visage comparé ne concorde pas avec celui du document, mais un autre des {faces} visages des images lui ressemble ({other}). Déterminez quel visage est celui du demandeur, et choisissez-le.',
  'finding.face_chosen': 'Un examinateur a choisi le visage à comparer. Vérifiez que c’est le bon, puis décidez.',
  'finding.face_chosen_lost':
    'Le visage choisi par un examinateur n’est plus trouvé sur l’image. Choisissez de nouveau un visage.',
  'finding.face_portrait_others':
    'Le document montre {faces} visages. Le plus grand a été retenu : il est {ratio} fois plus grand que le suivant. Vérifiez que c’est le portrait du titulaire.',
  'finding.selfie_turned': 'Le selfie était couché ou à l’envers. Il a été redressé pour la comparaison.',
  'finding.selfie_shows_document': 'Le selfie est une copie de la photo du document. Demandez un nouveau selfie.',
  'finding.faces_grey_band':
    'Les visages ne sont ni clairement identiques ni clairement différents. Comparez-les sur les images.',
  'finding.faces_unsure':
    'La face qui porte le portrait n’a pas été lue et est peut-être tournée : la comparaison des visages n’est pas fiable. Comparez les visages vous-même.',
  'finding.faces_small_differ':
    'Les visages ne concordent pas, mais l’un ne fait que {side} pixels. Sous {minimum} pixels, les visages d’une même personne ne concordent souvent pas. Comparez-les sur les images, ou demandez une image plus grande.',
  'finding.faces_chosen_differ':
    'Les visages comparés ne concordent pas, et un examinateur a choisi l’un d’eux. Comparez-les sur les images, puis décidez.',
  'finding.faces_differ': 'Le selfie et le document montrent des personnes différentes.',
  'finding.liveness_proven':
    'L’épreuve est réussie : une tête s’est tournée comme demandé. Cela n’exclut ni une vidéo rejouée ni une caméra virtuelle.',
  'finding.liveness_not_proven':
    'L’épreuve ne prouve pas la présence d’une personne vivante ({reasons}). Comparez les images, ou demandez un nouveau selfie.',
  'finding.liveness_suspected':
    'L’épreuve fait penser à une photo ou à un écran au lieu d’une personne ({reasons}). Regardez les images.',
  'finding.liveness_attended': 'Le demandeur a préféré un opérateur à l’épreuve ({why}). Voyez la personne vous-même.',
  'finding.liveness_missing':
    'La politique exige l’épreuve, et aucun selfie n’en provient. Demandez une session de capture.',
  'finding.liveness_advisory':
    'Les valeurs de la détection du vivant ne servent qu’aux examinateurs. Elles ne détectent aucune attaque et n’influencent pas la décision.',
  'finding.liveness_not_measured':
    'Aucun visage de selfie n’a été mesuré : il n’y a pas de valeurs de détection du vivant.',
  'finding.file_sent_twice':
    'Le même fichier a été envoyé plusieurs fois dans cette vérification. Vérifiez qu’aucun document ne manque.',
  'finding.duplicate_file':
    'Le même fichier a aussi été envoyé dans la vérification {verification}. Comparez les deux vérifications.',
  'finding.duplicate_face':
    'Un visage ressemble à celui de la vérification {verification}, qui porte une autre identité. Comparez les deux vérifications.',
  'finding.duplicates_not_enabled':
    'Les doublons de visage n’ont pas été recherchés : cette recherche n’est pas activée sur cet appareil.',
  'finding.duplicate_faces_consent_refused':
    'Le demandeur n’a pas donné son consentement : les doublons de visage n’ont pas été recherchés.',
  'finding.duplicate_faces_not_found': 'Aucun visage n’était assez net pour la recherche de doublons.',
  'finding.value_corrected': 'Un examinateur a corrigé une valeur lue. Comparez-la avec l’image, puis décidez.',
  'finding.name_missing':
    'Aucun nom n’a été déclaré ni lu : aucune liste n’a pu être consultée. Corrigez le nom lu, ou déclarez-en un.',
  'finding.name_not_searchable':
    'Un nom ne contient qu’une forme juridique ou des caractères incomparables : aucune liste n’a pu être consultée pour lui. Déclarez le nom complet.',
  'finding.no_list_loaded':
    'Aucune liste de surveillance n’est chargée. Importez une liste de sanctions, puis relancez les contrôles.',
  'finding.list_stale':
    'La liste {list} a {age_days} jours. Importez sa dernière version, puis relancez les contrôles.',
  'finding.list_kind_missing':
    'Aucune liste n’est chargée pour ces thèmes ({topics}) : aucune n’a été consultée. Importez-en une si vous en avez besoin.',
  'finding.list_topic_missing':
    'Aucune liste n’est chargée pour ce thème ({topic}). Importez-en une, puis relancez les contrôles.',
  'finding.lists_not_ready':
    'Les listes de surveillance n’étaient pas prêtes pour la recherche. Attendez une minute, puis relancez les contrôles.',
  'finding.hit_possible':
    'Le nom ressemble à une entrée de la liste {list}. Comparez les deux, puis confirmez ou écartez la correspondance.',
  'finding.hit_confirmed':
    'Le nom et une date de naissance ou un identifiant concordent avec une entrée de la liste {list}.',
  'finding.hit_dismissed':
    'Un examinateur a déjà écarté cette entrée de la liste {list} comme fausse correspondance, et rien n’a changé depuis.',
  'finding.hit_confirmed_for_review':
    'Le nom et une date de naissance ou un identifiant concordent avec une entrée de la liste {list} ({topics}). Décidez de la suite.',
  'finding.owner_missing':
    'Aucun détenteur de {threshold} % ou plus n’a été déclaré. Déclarez les détenteurs et leurs parts.',
  'finding.ownership_over_100': 'Les parts totalisent {sum} %, soit plus de 100 %. Corrigez-les.',
  'finding.ownership_incomplete':
    'Les détenteurs de {missing} % des parts manquent. Déclarez les autres détenteurs, s’ils sont connus.',
  'finding.ownership_chain_open':
    'Un détenteur de {percent} % est une société dont les propres détenteurs sont inconnus. Déclarez-les.',
  'finding.ownership_loop':
    'La détention est circulaire : des sociétés parmi les détenteurs se détiennent entre elles. Consultez l’organigramme, et demandez qui les contrôle.',
  'finding.ownership_differs_from_register':
    'La part déclarée ({submitted}) diffère de la part au registre ({registered}). Demandez à la société laquelle est exacte.',
  'finding.owner_held_through':
    'Un registre nomme une société ({percent}) qui n’a pas été déclarée. Les détenteurs déclarés sont supposés détenir leurs parts par cette société, car aucun fait connu ne le contredit.',
  'finding.owner_not_declared':
    'Un registre nomme un détenteur, ou une personne qui exerce un contrôle ({percent}), sans que la société l’ait déclaré. Interrogez la société.',
  'finding.owner_not_registered': 'Le registre ne mentionne pas le détenteur de {percent} %. Interrogez la société.',
  'finding.owner_unnamed': 'Le détenteur n’a pas de nom et n’a pas pu être criblé. Déclarez son nom.',
  'finding.sanctioned_ownership':
    'Des détenteurs sanctionnés détiennent ensemble {percent} % de la société. À partir de {limit} %, la société elle-même compte comme sanctionnée.',
  'finding.sanctioned_ownership_possible':
    'D’après les tranches d’un registre, des détenteurs sanctionnés détiennent peut-être ensemble jusqu’à {percent} % de la société. La limite est de {limit} %.',
  'finding.sanctioned_ownership_below_limit':
    'Des détenteurs sanctionnés détiennent ensemble {percent} % de la société, ce qui est inférieur à la limite de {limit} %.',
  'finding.company_document_missing': 'Aucun fichier n’a été reçu pour le document annoncé ({type}). Envoyez-le.',
  'finding.company_document_required':
    'La politique exige un document de ce type ({type}), et aucun document lisible n’a été reçu. Envoyez-le.',
  'finding.company_document_damaged':
    'Le fichier n’a pas pu être lu : il est endommagé, verrouillé ou trop long à ouvrir. Envoyez-le dans un autre format.',
  'finding.company_document_unreadable':
    'Peu de texte a pu être lu sur le document. Examinez le document, ou envoyez une image plus nette et plus grande.',
  'finding.company_document_pages_unread':
    'Aucun texte n’a été lu sur {unread} des {pages} pages. Si ces pages comptent, examinez-les vous-même.',
  'finding.company_document_name_missing':
    'Le nom de la société n’a pas été trouvé sur le document. Comparez les deux.',
  'finding.company_document_number_missing':
    'Le numéro d’immatriculation n’a pas été trouvé sur le document. Comparez les deux.',
  'finding.company_document_address_missing':
    'L’adresse de la société n’a pas été trouvée sur le document. Comparez les deux.',
  'finding.company_document_date_missing':
    'Aucune date n’a été trouvée sur le justificatif de domicile. Vérifiez de quand date le document.',
  'finding.company_document_too_old':
    'La date la plus récente du justificatif de domicile remonte à {age_days} jours ; la limite est de {maximum}. Demandez un document plus récent.',
  'finding.company_document_incorporation_differs':
    'La date de constitution déclarée n’a pas été trouvée sur le document. Comparez les dates.',
  'finding.persons_none': 'Aucune personne à vérifier n’a été déclarée. Déclarez les représentants et les détenteurs.',
  'finding.person_not_verified':
    'Cette personne n’a pas été vérifiée. Liez une vérification existante, ou lancez-en une.',
  'finding.person_verification_pending':
    'La vérification de cette personne n’est pas terminée. Attendez sa fin, ou prenez la décision.',
  'finding.person_verification_failed':
    'La vérification de cette personne est refusée. Examinez-la, et liez-en une autre si elle est erronée.',
  'finding.person_verification_mismatch':
    'Le nom ou la date de naissance de la vérification liée diffère de ceux de cette personne. Comparez les deux, et liez la bonne vérification.',
  'finding.register_missing':
    'Aucun registre de ce pays ({country}) n’est chargé : la société n’a pas été recherchée. Importez-en un, ou recherchez la société vous-même.',
  'finding.register_required_missing':
    'La politique exige un registre de ce pays ({country}), et aucun n’est chargé. Importez-en un, puis relancez les contrôles.',
  'finding.register_stale':
    'Le registre {register} a {age_days} jours. Importez sa dernière version, puis relancez les contrôles.',
  'finding.company_not_found':
    'Le registre {register} contient toutes les sociétés de ce pays ({country}), et aucune n’a ce numéro. Comparez le numéro avec l’extrait d’immatriculation.',
  'finding.company_not_found_by_name':
    'Le registre {register} contient toutes les sociétés de ce pays ({country}), et aucune n’a ce nom. Indiquez le numéro d’immatriculation.',
  'finding.company_not_in_registers':
    'Aucun registre chargé de ce pays ({country}) ne contient la société, mais ces registres sont peut-être incomplets.',
  'finding.company_newer_than_register':
    'La société est aussi récente que le registre {register} ({dated}) ou plus récente : elle y manque peut-être. Importez la dernière version, puis relancez les contrôles.',
  'finding.company_ambiguous':
    'Plusieurs sociétés du registre {register} correspondent. Indiquez le numéro d’immatriculation, ou comparez-les.',
  'finding.company_dissolved': 'D’après le registre {register}, la société est dissoute.',
  'finding.company_struck_off': 'D’après le registre {register}, la société est radiée.',
  'finding.company_insolvent':
    'D’après le registre {register}, la société est insolvable ou en liquidation. Décidez de la suite.',
  'finding.company_inactive': 'D’après le registre {register}, la société n’est pas active. Demandez-lui pourquoi.',
  'finding.company_strike_off_proposed':
    'D’après le registre {register}, la société est sur le point d’être radiée. Demandez-lui pourquoi.',
  'finding.company_status_unknown': 'Le registre {register} n’indique pas si la société est active.',
  'finding.company_name_mismatch':
    'Le nom déclaré diffère du nom de la société au registre {register}. Comparez les deux.',
  'finding.company_name_former':
    'Le nom déclaré et le nom au registre {register} sont un ancien nom et un nom plus récent. Demandez à la société lequel est actuel.',
  'finding.company_name_differs_slightly':
    'Le nom déclaré concorde avec le nom ou le nom commercial de la société au registre {register}, mais pas lettre pour lettre.',
  'finding.company_address_mismatch':
    'L’adresse déclarée diffère de l’adresse au registre {register}. Comparez les deux.',
  'finding.company_address_differs_slightly':
    'Quelques mots de l’adresse déclarée diffèrent de l’adresse au registre {register}.',
  'finding.company_incorporation_mismatch':
    'La date de constitution déclarée diffère de la date au registre {register}. Comparez les deux.',
  'finding.incorporation_date_in_future': 'La date de constitution est dans le futur. Comparez-la avec un document.',
  'finding.company_number_mismatch':
    'Un numéro ou un pays déclaré diffère du registre, ou appartient à une autre société. Comparez-les.',
  'finding.company_legal_form_mismatch':
    'La forme juridique déclarée diffère de la forme juridique au registre {register}.',
  'finding.registers_disagree': 'Deux registres se contredisent sur la société ({fields}). Comparez-les.',
  'finding.number_check_digits_wrong':
    'Le numéro n’est pas valide : son format ou ses chiffres de contrôle sont faux. Comparez-le avec un document.',
  'finding.number_not_checked':
    'Le numéro n’a pas été contrôlé : aucune règle n’est connue pour son type, ou il n’a pas de chiffres de contrôle.',
  'finding.risk_high':
    'Le risque est de {score} points sur 100 ; à partir de {from} points, il est élevé. Examinez ses facteurs, puis décidez.',
  'finding.check_pending': 'Ce contrôle n’a pas encore été exécuté.',
  'finding.check_not_run': 'Un contrôle exigé par la politique n’a pas été exécuté. Relancez les contrôles.',
  'finding.processing_failed':
    'Les documents n’ont pas pu être traités après plusieurs tentatives. Renvoyez-les dans un autre format.',
  'finding.appliance_fault':
    'L’appareil n’a pas pu traiter ce dossier. Cherchez la cause dans son journal, résolvez le problème, puis relancez les contrôles.',
  'finding.engine_unavailable':
    'Un moteur de l’appareil n’est pas disponible. Redémarrez l’appareil, puis relancez les contrôles.',
  'finding.simulated': 'Ce contrôle n’a pas été exécuté : la vérification est une simulation en mode test.',
  'finding.simulated_failed': 'Le résultat « refusée » a été demandé. C’est une simulation avec des données de test.',
  'finding.simulated_review':
    'Le résultat « à examiner » a été demandé. C’est une simulation avec des données de test.',
};
